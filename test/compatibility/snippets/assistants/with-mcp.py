# mcp (Python): mcp==2.3.0
# `timeout` of `httpx2.AsyncClient`: its own is 5 s
import asyncio, json, sys
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

url, token, tool, arguments = sys.argv[1:]

async def main():
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=90) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            print((await client.call_tool(tool, json.loads(arguments))).content[0].text)

asyncio.run(main())
