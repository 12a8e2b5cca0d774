# As ask.mjs, with the official client for Python.
import asyncio, json, os

import httpx2
from mcp import Client
from mcp.client.auth import TokenStorage
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client


class Memory(TokenStorage):
    tokens = info = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.info

    async def set_client_info(self, info):
        self.info = info


def application(base):
    return ClientCredentialsOAuthProvider(
        server_url=f"{base}/mcp",
        issuer=base,
        storage=Memory(),
        client_id=os.environ["CLIENT_ID"],
        client_secret=os.environ["CLIENT_SECRET"],
    )


async def main():
    base = os.environ["BASE_URL"]
    mode = "2026-07-28" if os.environ["REVISION"] == "newest" else "legacy"
    async with httpx2.AsyncClient(auth=application(base)) as http:
        async with Client(streamable_http_client(f"{base}/mcp", http_client=http), mode=mode) as client:
            await client.list_tools()
            for call in json.loads(os.environ["CALLS"]):
                answer = await client.call_tool(call["name"], call["arguments"])
                if answer.is_error:
                    raise Exception(answer.content[0].text)
                print(json.dumps(answer.structured_content))


asyncio.run(main())
