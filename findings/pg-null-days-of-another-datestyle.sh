#!/usr/bin/env bash
# node-postgres gives null for every date and time where the database or role has another DateStyle, without an error.
# Guess: the driver asks for ISO when it connects, as psycopg handles each style, or throws.
# Seen on 2026-11-28 with pg 8.23.1 and Postgres 18.6 (PGlite 0.5.14): with DateStyle 'SQL, DMY' or German, a date and a
# timestamptz that are not null arrive as null.
# The styles 'SQL, MDY' and Postgres, DMY too.
# So: options: '-c datestyle=ISO' on each connection.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat >program.mjs <<'END'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
const server = new PGLiteSocketServer({ db: await PGlite.create(), host: '127.0.0.1', port: 0 });
await server.start();
const { port } = server.server.address();
const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: 'none' });
await client.connect();
for (const style of ['ISO, MDY', 'SQL, DMY', 'SQL, MDY', 'German', 'Postgres, DMY']) {
  await client.query(`set datestyle = '${style}'`);
  const { rows } = await client.query(`select timestamptz '2026-10-25T00:00:00Z' at_time, date '2026-10-25' on_day, timestamptz '2026-10-25T00:00:00Z' is null is_null`);
  console.log(style, JSON.stringify(rows[0]));
}
await client.end();
process.exit(0);
END
TZ=UTC node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
ISO, MDY {"at_time":"2026-10-25T00:00:00.000Z","on_day":"2026-10-25T00:00:00.000Z","is_null":false}
SQL, DMY {"at_time":null,"on_day":null,"is_null":false}
SQL, MDY {"at_time":null,"on_day":null,"is_null":false}
German {"at_time":null,"on_day":null,"is_null":false}
Postgres, DMY {"at_time":null,"on_day":null,"is_null":false}
END
