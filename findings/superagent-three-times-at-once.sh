#!/usr/bin/env bash
# superagent's retry sends the further requests at once, and the client of npm waits less than it was asked to.
# Guess: a GET answered 429 or 503 with "Retry-After: 3" is sent again after three seconds, as got and ky do, or is not
# sent again; a POST is not.
# Seen on 2026-11-28: superagent 10.4.2 with retry(3) sends three requests within a second, GET and POST;
# make-fetch-happen 16.0.1 with retry: 3 waits a second, then two. Neither looks at Retry-After.
# So: with superagent, wait in the callback of retry(), or take another library.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent superagent@10.4.2 make-fetch-happen@16.0.1
cat >program.mjs <<'END'
import { createServer } from 'node:http';
import fetch from 'make-fetch-happen';
import superagent from 'superagent';
let times = [];
const server = createServer((request, response) => {
  times.push(Date.now());
  response.writeHead(times.length > 2 ? 200 : Number(request.url.slice(1)), { 'Retry-After': '3' }).end('{}');
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  const show = async (name, send) => {
    times = [];
    const { status } = await send();
    console.log(name, status, 'whole seconds between:', times.slice(1).map((at, n) => Math.floor((at - times[n]) / 1000)).join(', '));
  };
  for (const status of [429, 503]) {
    await show(`superagent GET ${status},`, () => superagent.get(url + status).retry(3));
    await show(`superagent POST ${status},`, () => superagent.post(url + status).send({}).retry(3));
    await show(`make-fetch-happen GET ${status},`, () => fetch(url + status, { retry: 3 }));
  }
  server.close();
  server.closeAllConnections();
});
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
superagent GET 429, 200 whole seconds between: 0, 0
superagent POST 429, 200 whole seconds between: 0, 0
make-fetch-happen GET 429, 200 whole seconds between: 1, 2
superagent GET 503, 200 whole seconds between: 0, 0
superagent POST 503, 200 whole seconds between: 0, 0
make-fetch-happen GET 503, 200 whole seconds between: 1, 2
END
