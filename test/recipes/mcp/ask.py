# As ask.mjs, with the official client for Python. The person SIGN_IN signs in, in place of an application.
import asyncio, json, os
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata


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


def person(name, base):
    callback = "http://127.0.0.1:1/callback"
    back = {}

    async def redirect(address):
        async with httpx2.AsyncClient() as browser:
            at = f"{address}&login_hint={name}"
            while not at.startswith(callback):
                answer = await browser.get(at)
                at = str(answer.url.join(answer.headers["location"]))
            back.update({key: value for key, [value] in parse_qs(urlsplit(at).query).items()})

    async def answer():
        return AuthorizationCodeResult(**{key: back.get(key) for key in AuthorizationCodeResult.model_fields})

    metadata = OAuthClientMetadata(
        client_name="Assistant", redirect_uris=[callback], token_endpoint_auth_method="none"
    )
    return OAuthClientProvider(
        server_url=f"{base}/mcp",
        client_metadata=metadata,
        storage=Memory(),
        redirect_handler=redirect,
        callback_handler=answer,
    )


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
    name = os.environ.get("SIGN_IN")
    auth = person(name, base) if name else application(base)
    mode = "2026-07-28" if os.environ["REVISION"] == "newest" else "legacy"
    async with httpx2.AsyncClient(auth=auth) as http:
        async with Client(streamable_http_client(f"{base}/mcp", http_client=http), mode=mode) as client:
            await client.list_tools()
            for call in json.loads(os.environ["CALLS"]):
                answer = await client.call_tool(call["name"], call["arguments"])
                if answer.is_error:
                    raise Exception(answer.content[0].text)
                print(json.dumps(answer.structured_content))


asyncio.run(main())
