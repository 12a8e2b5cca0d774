-- Ends all tokens, and lists the applications that have access as of the backup. A generation is greater than any that the application
-- has had: more than one a minute since 1970 is not possible by hand.
update auth.oauth_applications
set token_generation = greatest(token_generation, (extract(epoch from now()) / 60)::integer) + 1;

select max(occurred_at) as "known until" from auth.audit_events;

select a.client_id, u.id as user_id, u.company_id, max(s.created_at) as newest_secret
from auth.oauth_applications a join auth.users u on u.id = a.user_id
left join auth.client_secrets s
  on s.client_id = a.client_id and not a.secrets_refused and (s.expires_at is null or s.expires_at > now())
where a.revoked_at is null and u.status = 'active'
  and (s.id is not null or exists (select from auth.client_keys k where k.client_id = a.client_id))
group by 1, 2, 3 order by 1;

insert into auth.audit_events (id, occurred_at, event, actor)
values (gen_random_uuid(), now(), 'access.restored', 'operator:' || :'operator');
