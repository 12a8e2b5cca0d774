// AI SDK: @ai-sdk/mcp@2.0.99 ai@7.0.173
import { createMCPClient } from '@ai-sdk/mcp';

const [url, token, name, values] = process.argv.slice(2);
const transport = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
const client = await createMCPClient({ transport });
const tool = (await client.tools())[name];
const output = await tool.execute(JSON.parse(values), { toolCallId: '1', messages: [] });
const seen = await tool.toModelOutput({ output });
console.log(seen.value[0].text);
await client.close();
