-- Who did what, when and from where. Never a secret or a token.
create table auth.audit_events (
  id uuid primary key,
  occurred_at timestamptz not null,
  event text not null,
  -- `application` for one that asked for itself, else `operator:` and the name of who gave the command.
  actor text not null,
  -- The application concerned; of a refusal the id that was claimed, whoever has it.
  client_id text,
  address text,
  request_id text,
  -- Why it was refused.
  reason text,
  -- How many there were within about a second; all but the first request_id are left out.
  occurrences integer not null default 1,
  details jsonb not null default '{}'
);

create index on auth.audit_events (occurred_at);
create index on auth.audit_events (client_id, occurred_at);

-- Rows may go once they are 90 days old, and never change.
create function auth.keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.occurred_at < now() - interval '90 days' then
    return old;
  end if;
  raise exception 'auth.audit_events is append-only: rows may be deleted after 90 days, and not changed'
    using errcode = 'insufficient_privilege';
end $$;

create trigger keep_audit_event before update or delete on auth.audit_events
for each row execute function auth.keep_audit_event();

create trigger keep_audit_events before truncate on auth.audit_events
for each statement execute function auth.keep_audit_event();
