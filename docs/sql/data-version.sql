-- data-version
select coalesce(sum(version), 0)::text as version
from reporting.data_versions
where company_id = :companyId;
