#!/usr/bin/env bash
# hey -n 100 -c 30 sends 90 requests, and doesn't say so.
# Guess: -n is the number of requests, as its help says, whatever -c is; so it is for autocannon and loadtest.
# Seen on 2026-11-29 with hey v0.1.4: each of 30 workers sends 100 / 30, cut to 3, so 90; with -n 50 -c 26 it is 26, half
# of what was asked. autocannon 9.0.0 and loadtest 8.2.1 send 100.
# So: make -n a multiple of -c where requests are counted, as against a rate limit; and add the counts of its report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN=$folder go install github.com/rakyll/hey@v0.1.4 2>go.txt
npm init --yes >npm.txt
npm install --silent --no-audit --no-fund autocannon@9.0.0 loadtest@8.2.1
cat >program.mjs <<'END'
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  response.end('ok');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
for (const [program, ...options] of [
  ['./hey', '-n', '100', '-c', '30'],
  ['./hey', '-n', '50', '-c', '26'],
  ['node_modules/.bin/autocannon', '-a', '100', '-c', '30'],
  ['node_modules/.bin/loadtest', '-n', '100', '-c', '30'],
]) {
  requests = 0;
  await promisify(execFile)(program, [...options, url]);
  console.log(program, ...options, 'sent', requests);
}
server.close();
server.closeAllConnections();
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
./hey -n 100 -c 30 sent 90
./hey -n 50 -c 26 sent 26
node_modules/.bin/autocannon -a 100 -c 30 sent 100
node_modules/.bin/loadtest -n 100 -c 30 sent 100
END
