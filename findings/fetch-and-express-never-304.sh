#!/usr/bin/env bash
# Node's fetch never gets a 304 from Express, though both have the ETag.
# Guess: fetch with the ETag as If-None-Match is answered 304 by res.json(), as other HTTP clients are.
# Seen on 2026-11-28 with undici 7.30.2 (the fetch of Node) and Express 5.3.0: 200 with the whole body. The fetch
# standard sets the cache mode to no-store where a caller sends If-None-Match, and then adds Cache-Control: no-cache,
# which Express takes as a wish for a new answer. undici's request(): 304.
# So: a service that Node programs poll compares ETags itself, or pollers use request().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent express@5.3.0 undici@7.30.2
cat >program.mjs <<'END'
import express from 'express';
import { fetch, request } from 'undici';
const app = express();
app.get('/', (req, res) => {
  console.log('Cache-Control:', req.get('Cache-Control') ?? 'none');
  res.json({ amount: 1250.5 });
});
const server = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  const headers = { 'If-None-Match': (await fetch(url)).headers.get('ETag') };
  console.log('fetch:', (await fetch(url, { headers })).status);
  console.log('request:', (await request(url, { headers })).statusCode);
  server.close();
  server.closeAllConnections();
});
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
Cache-Control: none
Cache-Control: no-cache
fetch: 200
Cache-Control: none
request: 304
END
