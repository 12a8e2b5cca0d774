drop function reporting.require_read_committed(text);
drop function reporting.touch(text, text, text);
drop function reporting.stripe_of(text);
drop function reporting.free_stripe(text, boolean);
drop function reporting.lock_unchanged(bigint, text, integer);
drop function reporting.write_stripe(text, integer);
drop function reporting.fold_lock(text, integer);
drop table reporting.changes;
drop table reporting.data_versions;
