// client (TypeScript): @modelcontextprotocol/client@2.4.0
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, token, name, values] = process.argv.slice(2);
const client = new Client({ name: 'asks', version: '1.0.0' });
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
const { content } = await client.callTool({ name, arguments: JSON.parse(values) });
console.log(content[0].text);
await client.close();
