# llama-index-tools-mcp: llama-index-tools-mcp==0.6.0
import asyncio, json, sys
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

url, token, tool, arguments = sys.argv[1:]

async def main():
    client = BasicMCPClient(url, headers={"Authorization": f"Bearer {token}"})
    [chosen] = [each for each in await McpToolSpec(client).to_tool_list_async() if each.metadata.name == tool]
    print((await chosen.acall(**json.loads(arguments))).content)

asyncio.run(main())
