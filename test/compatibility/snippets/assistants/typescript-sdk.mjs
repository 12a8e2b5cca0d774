// sdk (TypeScript): @modelcontextprotocol/sdk@1.32.2
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, token, name, values] = process.argv.slice(2);
const client = new Client({ name: 'asks', version: '1.0.0' });
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
const { content } = await client.callTool({ name, arguments: JSON.parse(values) });
console.log(content[0].text);
await client.close();
