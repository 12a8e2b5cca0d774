# langchain-mcp-adapters: langchain-mcp-adapters==0.3.2
import asyncio, json, sys
from langchain_mcp_adapters.client import MultiServerMCPClient

url, token, tool, arguments = sys.argv[1:]
server = {"transport": "streamable_http", "url": url, "headers": {"Authorization": f"Bearer {token}"}}

async def main():
    tools = {each.name: each for each in await MultiServerMCPClient({"reports": server}).get_tools()}
    call = {"type": "tool_call", "id": "1", "name": tool, "args": json.loads(arguments)}
    print((await tools[tool].ainvoke(call)).text)

asyncio.run(main())
