drop view auth.signing_key_states;
alter table auth.signing_keys drop column signs_from, drop column longest_token_seconds;
