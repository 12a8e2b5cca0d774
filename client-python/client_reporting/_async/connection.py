from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx

from .._errors import ClientReportingError, ResponseInfo, json_object, refusal, retry_delay, unexpected_response
from .._options import Call, Options, Retry
from .._pace import MAX_CONCURRENT, Pace
from .._version import USER_AGENT


class Reply(NamedTuple):
    response: httpx.Response
    body: bytes
    """Empty where it is streamed."""


class AsyncConnection:
    """Sends requests in their turn, again and again while that may help, with an access token that is kept until it expires."""

    def __init__(self, base_url: str, client_id: str, client_secret: str, http: httpx.AsyncClient):
        self.http = http
        self._base_url = base_url
        self._credentials = {"clientId": client_id, "clientSecret": client_secret, "grantType": "client_credentials"}
        self._pace = Pace()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._token_lock = asyncio.Lock()
        self._token = ""
        self._token_ends_at = 0.0
        self._seen: dict[str, str] = {}

    async def get(
        self, path: str, query: Mapping[str, str], headers: Mapping[str, str], call: Call, *, stream: bool = False
    ) -> Reply:
        """
        The response, 200 or 304. A token that is no longer valid is renewed, once. Each request names the version of the data that the
        last response had, so that no later one is of older data.
        """
        renewed = False
        while True:
            token = await self._access_token(call.options)
            sent = {**self._seen, **headers, "Authorization": f"Bearer {token}"}
            request = self._request("GET", path, sent, call.options, params=query)
            try:
                reply = await self._send(request, call, stream)
                break
            except ClientReportingError as error:
                if renewed or error.code != "invalid_token":
                    raise
            renewed = True
            if self._token == token:
                self._token_ends_at = 0.0
        version = reply.response.headers.get("Report-Version")
        if version is not None:
            self._seen = {"Report-Version": version}
        return reply

    async def _access_token(self, options: Options) -> str:
        """The token that is valid now. A new one is requested once for all who wait for it."""
        async with self._token_lock:
            if time.monotonic() >= self._token_ends_at:
                headers = {"Content-Type": "application/json", "Accept": "application/json"}
                content = json.dumps(self._credentials).encode()
                # `/auth/token` has narrower limits, which the programs behind one address would share.
                request = self._request("POST", "/auth/oauth/token", headers, options, content=content)
                response, body = await self._send(request, options.starting(), stream=False)
                found = json_object(body) or {}
                if not isinstance(found.get("access_token"), str):
                    raise unexpected_response(response, b"a token is missing")
                # A little early, so that it is still valid when it arrives.
                self._token_ends_at = time.monotonic() + float(found.get("expires_in", math.inf)) * 0.95
                self._token = found["access_token"]
            return self._token

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], options: Options, **content: Any
    ) -> httpx.Request:
        sent = {"User-Agent": USER_AGENT, **options.headers, **headers}
        return self.http.build_request(method, self._base_url + path, headers=sent, **content)

    async def _send(self, request: httpx.Request, call: Call, stream: bool) -> Reply:
        retries = 0
        while True:
            try:
                return await self._attempt(request, call, stream)
            except ClientReportingError as error:
                delay = retry_delay(error, retries) if retries < call.options.max_retries else None
                if delay is None or delay > call.left():
                    raise
                retries += 1
                if call.options.on_retry:
                    call.options.on_retry(Retry(error, retries, delay))
                await asyncio.sleep(delay)

    async def _attempt(self, request: httpx.Request, call: Call, stream: bool) -> Reply:
        async with self._slots:
            while (delay := self._pace.delay()) > 0:
                if delay > call.left():
                    raise call.timed_out()
                await asyncio.sleep(delay)
            seconds, late = call.attempt()
            ends_at = time.monotonic() + seconds
            request.extensions["timeout"] = httpx.Timeout(seconds, connect=min(10.0, seconds)).as_dict()
            response, parts, is_streamed = None, list[bytes](), False
            try:
                response = await self.http.send(request, stream=True, follow_redirects=False)
                self._pace.observe(response.headers)
                if call.options.on_response:
                    call.options.on_response(ResponseInfo.of(response))
                is_streamed = stream and response.status_code == 200
                if not is_streamed:
                    async for part in response.aiter_bytes():
                        parts.append(part)
                        if time.monotonic() > ends_at:
                            raise late
                body = b"".join(parts)
                if response.status_code not in (200, 304):
                    raise refusal(response, body, self._base_url)
                return Reply(response, body)
            except httpx.TimeoutException:
                raise late from None
            except httpx.HTTPError as error:
                message = f"No whole response from {self._base_url}: {type(error).__name__} {error}".rstrip()
                raise ClientReportingError("connection_failed", message) from error
            finally:
                if response is not None and not is_streamed:
                    await response.aclose()
