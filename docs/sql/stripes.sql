-- The version of the data: each stripe with the number of its last change.
select coalesce(string_agg(stripe || ':' || version, ' ' order by stripe), '') as stripes
from reporting.data_versions where company_id = :companyId;
