drop function reporting.fold(text, text, json);
drop function reporting.ranges_to_fold(text, text);
drop function reporting.local_table(text, text);
