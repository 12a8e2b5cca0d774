#!/usr/bin/env bash
# An update that moves a row to another partition runs no AFTER UPDATE trigger of rows, and yet that of statements.
# Guess: an AFTER UPDATE trigger sees every updated row; at most those of DELETE and INSERT run beside it.
# Seen on 2026-11-28 with Postgres 18.6 (PGlite 0.5.14): BEFORE UPDATE, BEFORE DELETE, BEFORE INSERT, AFTER DELETE,
# AFTER INSERT of the row, and AFTER UPDATE of the statement, whose transition tables have the row.
# So: a log of changes on a partitioned table is written by a trigger of statements, or by one of rows that takes DELETE
# and INSERT of a key together.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent @electric-sql/pglite@0.5.14
cat >program.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';
const database = await PGlite.create();
await database.exec(`
  create table payments (company text, amount numeric) partition by list (company);
  create table acme partition of payments for values in ('acme');
  create table rival partition of payments for values in ('rival');
  create table log (line text);
  create function log() returns trigger language plpgsql as $$ begin
    insert into log values (concat_ws(' ', tg_when, tg_op, tg_level));
    return case tg_op when 'DELETE' then old else new end;
  end $$;
  create function moved() returns trigger language plpgsql as $$ begin
    insert into log select concat_ws(' ', tg_when, tg_op, tg_level, before.company, after.company) from before, after;
    return null;
  end $$;
  insert into payments values ('acme', 1250.5);
  create trigger b before insert or update or delete on payments for each row execute function log();
  create trigger a after insert or update or delete on payments for each row execute function log();
  create trigger s after update on payments referencing old table as before new table as after for each statement execute function moved();
  update payments set company = 'rival';`);
for (const { line } of (await database.query('select * from log')).rows) console.log(line);
process.exit(0);
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
BEFORE UPDATE ROW
BEFORE DELETE ROW
BEFORE INSERT ROW
AFTER DELETE ROW
AFTER INSERT ROW
AFTER UPDATE STATEMENT acme rival
END
