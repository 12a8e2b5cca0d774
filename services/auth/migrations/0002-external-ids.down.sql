create or replace trigger notify_change after update on auth.users
for each row when ((old.id, old.company_id, old.status) is distinct from (new.id, new.company_id, new.status))
execute function auth.notify_change('userId', 'id');

alter table auth.users drop column external_id;
