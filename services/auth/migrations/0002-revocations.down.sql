drop trigger tell_deletion on auth.users;
drop trigger tell_change on auth.users;
drop trigger tell_deletion on auth.oauth_applications;
drop trigger tell_change on auth.oauth_applications;
drop table auth.revoked_tokens;
drop function auth.tell_change();
alter table auth.oauth_applications drop column token_generation;
