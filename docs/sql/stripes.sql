select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
from reporting.data_versions where company_id = :companyId;
