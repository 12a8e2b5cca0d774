// Calls the tools that the environment's CALLS names, with the official client, and prints a line of JSON for each answer.
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { BASE_URL, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CALLS, REVISION } = process.env;
const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: BASE_URL });
const mode = REVISION === 'newest' ? { pin: '2026-07-28' } : 'legacy';
const client = new Client({ name: 'questions', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(`${BASE_URL}/mcp`), { authProvider }));
await client.listTools(); // From then on, the client checks answers against the output schemas.
for (const { name, arguments: values } of JSON.parse(CALLS)) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: values });
  if (isError) throw new Error(content[0].text);
  console.log(JSON.stringify(structuredContent));
}
await client.close();
