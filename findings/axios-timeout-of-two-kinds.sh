#!/usr/bin/env bash
# timeout of axios is the longest silence with its adapter for Node.js, and the whole download with its adapter fetch.
# Guess: one option of one library means the same, however it sends; a file that flows is not cut off.
# Seen on 2026-11-28 with axios 1.21.1, a timeout of one second and a file that flows for two: the adapter http reads it
# whole, as a text and as a stream; the adapter fetch ends it after a second,
# as ETIMEDOUT.
# So: for files, timeout: 0 with the adapter fetch, and an AbortController of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent axios@1.21.1
cat >program.mjs <<'END'
import { createServer } from 'node:http';
import axios from 'axios';
const server = createServer(async (request, response) => {
  for (let row = 0; row < 10; row += 1) {
    response.write(`p${row},100.00\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  response.end();
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  for (const adapter of ['http', 'fetch'])
    for (const responseType of ['text', 'stream']) {
      let text = '';
      try {
        const { data } = await axios.get(url, { adapter, responseType, timeout: 1000 });
        for await (const part of data) text += Buffer.from(part);
        console.log(adapter, responseType, 'rows:', text.split('\r\n').length - 1);
      } catch ({ code }) {
        console.log(adapter, responseType, code);
      }
    }
  server.close();
  server.closeAllConnections();
});
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
http text rows: 10
http stream rows: 10
fetch text ETIMEDOUT
fetch stream ETIMEDOUT
END
