#!/usr/bin/env bash
# node-postgres gives a numeric as text, and an array of numerics as binary floats.
# Guess: array_agg(amount) has the same texts as amount, since the driver keeps numerics exact.
# Seen on 2026-11-28 with pg 8.23.1 and Postgres 18.6 (PGlite 0.5.14): amount is '90071992547409.93', array_agg(amount)
# is [90071992547409.94]. Arrays of int8 do keep their texts.
# So: cast to text[], or add up in SQL.
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
const { rows } = await client.query(`select 90071992547409.93 amount, array_agg(90071992547409.93) amounts,
  9007199254740993 count, array_agg(9007199254740993) counts`);
console.log(rows[0]);
await client.end();
process.exit(0);
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
{
  amount: '90071992547409.93',
  amounts: [ 90071992547409.94 ],
  count: '9007199254740993',
  counts: [ '9007199254740993' ]
}
END
