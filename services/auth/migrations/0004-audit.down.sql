drop table auth.audit_events;
drop function auth.keep_audit_event;
