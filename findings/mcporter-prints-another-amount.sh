#!/usr/bin/env bash
# mcporter prints 1250 where a tool answers the text 1250.00, 71000 for 71e3, and not the texts after it.
# Guess: a text is printed as it was sent, and all texts are.
# Seen on 2026-11-29 with mcporter 0.12.3: by default, and with --output json, a first text that is JSON is printed as JSON
# is written anew, alone. A text that is not JSON, as 0012, is printed with those after it.
# So: --output text in scripts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent mcporter@0.12.3
cat >server.mjs <<'END'
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
const texts = { type: 'object', properties: { text: { type: 'string' } } };
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'texts', version: '1' } },
  'tools/list': { tools: [{ name: 'say', inputSchema: texts }] },
};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (request.method !== 'POST') return response.writeHead(405).end();
  const { id, method, params } = JSON.parse(body);
  if (id === undefined) return response.writeHead(202).end();
  const content = [params?.arguments?.text, 'and more'].map((text) => ({ type: 'text', text }));
  const result = method === 'tools/call' ? { content } : results[method];
  response.setHeader('Content-Type', 'application/json');
  const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}).listen(0, '127.0.0.1', async () => {
  const tool = `http://127.0.0.1:${server.address().port}/mcp.say`;
  for (const text of ['1250.00', '71e3', '0012'])
    for (const output of [[], ['--output', 'text']]) {
      const call = ['mcporter', 'call', '--allow-http', tool, ...output, `text=${text}`];
      const { stdout } = await promisify(execFile)('npx', call);
      console.log(text, ...output, '->', JSON.stringify(stdout));
    }
  server.close();
  server.closeAllConnections();
});
END
node server.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
1250.00 -> "1250\n"
1250.00 --output text -> "1250.00\nand more\n"
71e3 -> "71000\n"
71e3 --output text -> "71e3\nand more\n"
0012 -> "0012\nand more\n"
0012 --output text -> "0012\nand more\n"
END
