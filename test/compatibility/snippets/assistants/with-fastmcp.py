# FastMCP: fastmcp==4.2.3
import asyncio, json, sys
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

url, token, tool, arguments = sys.argv[1:]

async def main():
    async with Client(StreamableHttpTransport(url, headers={"Authorization": f"Bearer {token}"})) as client:
        print((await client.call_tool(tool, json.loads(arguments))).content[0].text)

asyncio.run(main())
