// Calls the tools that the environment's CALLS names, with the official client, and prints a line of JSON for each answer. An application asks, or
// where REMOTE is the program of mcp-remote, the person who signs in there.
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { BASE_URL, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CALLS, REVISION, REMOTE } = process.env;
const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: BASE_URL });
// Else it takes the first authorization server, where people sign in.
authProvider.discoveryState = () => ({ authorizationServerUrl: BASE_URL });
const address = `${BASE_URL}/mcp`;
const transport = REMOTE
  ? new StdioClientTransport({ command: 'node', args: [REMOTE, address], env: process.env })
  : new StreamableHTTPClientTransport(new URL(address), { authProvider });
const mode = REVISION === 'newest' ? { pin: '2026-07-28' } : 'legacy';
const client = new Client({ name: 'questions', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(transport);
for (const { name, arguments: values } of JSON.parse(CALLS)) {
  const { isError, content } = await client.callTool({ name, arguments: values });
  if (isError) throw new Error(content[0].text);
  console.log(content[0].text);
}
await client.close();
