#!/usr/bin/env bash
# openapi-client-axios sends a list as teamIds[]=a&teamIds[]=b, whatever the OpenAPI document says of its style.
# Guess: a client that reads the document at run time follows `style` and `explode` of a parameter: teamIds=a&teamIds=b, or teamIds=a,b.
# Seen on 2026-11-29 with openapi-client-axios 7.9.1 and axios 1.21.1: brackets for each, as axios has them by itself. A service that
# ignores names it does not know answers with all teams.
# So: axiosConfigDefaults with paramsSerializer { indexes: null }, which is right for `explode`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.txt
npm install --silent openapi-client-axios@7.9.1 axios@1.21.1
cat >program.mjs <<'END'
import { createServer } from 'node:http';
import { OpenAPIClientAxios } from 'openapi-client-axios';
const server = createServer((request, response) => {
  console.log(decodeURIComponent(request.url));
  response.end('{}');
}).listen(0, '127.0.0.1', async () => {
  const list = (name, explode) => ({ in: 'query', name, style: 'form', explode, schema: { type: 'array', items: { type: 'string' } } });
  const operation = { operationId: 'list', parameters: [list('exploded', true), list('commas', false)], responses: { 200: { description: 'Rows.' } } };
  const definition = {
    openapi: '3.0.3',
    info: { title: 'Payments', version: '1' },
    servers: [{ url: `http://127.0.0.1:${server.address().port}` }],
    paths: { '/list': { get: operation } },
  };
  for (const axiosConfigDefaults of [{}, { paramsSerializer: { indexes: null } }]) {
    const client = await new OpenAPIClientAxios({ definition, axiosConfigDefaults }).init();
    await client.list({ exploded: ['a', 'b'], commas: ['a', 'b'] });
  }
  server.close();
  server.closeAllConnections();
});
END
node program.mjs | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
/list?exploded[]=a&exploded[]=b&commas[]=a&commas[]=b
/list?exploded=a&exploded=b&commas=a&commas=b
END
