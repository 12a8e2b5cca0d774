#!/usr/bin/env bash
# The command line of MCP Inspector sends an id as a number or a boolean, though the tool's schema says string.
# Guess: KEY=VALUE with a schema of type string is sent as text.
# Seen on 2026-11-29 with @modelcontextprotocol/inspector 2.12.0: --tool-arg reads each value as JSON and takes text only for
# what is none: 0012 stays a text, 71e3 is sent as 71000, true as true. With quotes of JSON it is a text.
# So: --tool-arg 'teamId="71e3"', or a call fails, or asks for another team, by what its id looks like.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent @modelcontextprotocol/inspector@2.12.0
cat >server.mjs <<'END'
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
const inputSchema = { type: 'object', properties: { teamId: { type: 'string' } } };
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'teams', version: '1' } },
  'tools/list': { tools: [{ name: 'show', inputSchema }] },
  'tools/call': { content: [{ type: 'text', text: 'shown' }] },
};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (request.method !== 'POST') return response.writeHead(405).end();
  const { id, method, params } = JSON.parse(body);
  if (method === 'tools/call') console.log('sent', JSON.stringify(params.arguments));
  if (id === undefined) return response.writeHead(202).end();
  response.setHeader('Content-Type', 'application/json');
  const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'unknown' } };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  for (const value of ['0012', '71e3', 'true', '"71e3"']) {
    const call = ['--method', 'tools/call', '--tool-name', 'show', '--tool-arg', `teamId=${value}`];
    await promisify(execFile)('npx', ['mcp-inspector', '--cli', url, '--transport', 'http', ...call]);
  }
  server.close();
  server.closeAllConnections();
});
END
node server.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
sent {"teamId":"0012"}
sent {"teamId":71000}
sent {"teamId":true}
sent {"teamId":"71e3"}
END
