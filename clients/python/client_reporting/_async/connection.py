from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import httpx

from .._environment import http_for
from .._errors import (
    ClientReportingError,
    ResponseInfo,
    connection_failure,
    json_object,
    other_process,
    refusal,
    retry_delay,
    unexpected_response,
)
from .._options import Call, Retry
from .._pace import MAX_CONCURRENT, Pace
from .._version import USER_AGENT
from .._waiting import AsyncResult, async_acquire, async_runtime, async_sleep

Value = TypeVar("Value")


Reply: TypeAlias = tuple[httpx.Response, bytes]
"""The bytes are empty where they are streamed."""


@dataclass
class AsyncAccount:
    """What holds in every process and event loop. Sockets and locks work in one only: in another, it has a connection of its own."""

    base_url: str
    credentials: Mapping[str, str]
    http: httpx.AsyncClient | None
    token: tuple[str, float] = ("", 0.0)
    """The access token, and when it ends by `time.monotonic()`."""
    newest_version: Mapping[str, str] = field(default_factory=dict[str, str])
    """The version of the data that the last response had. Each request names it, so that no later one is of older data."""

    def __post_init__(self) -> None:
        self._connection = AsyncConnection(self, self.http or http_for(self.base_url, httpx.AsyncClient))

    def connection(self) -> AsyncConnection:
        """The connection of the process and event loop that run."""
        connection = self._connection
        if not connection.is_usable():
            if self.http is not None:
                raise other_process("The http of this client", "Create a client with an http of its own here.")
            http = http_for(self.base_url, httpx.AsyncClient)
            connection = self._connection = AsyncConnection(self, http, async_runtime())
        return connection

    async def aclose(self) -> None:
        if self._connection.is_usable():
            await self._connection.http.aclose()


class AsyncConnection:
    """Sends requests in their turn, again and again while that may help, with an access token that is kept until it expires."""

    def __init__(self, account: AsyncAccount, http: httpx.AsyncClient, runtime: object = None):
        self.http = http
        self._account = account
        self._runtime = runtime
        self._pace = Pace()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._token_lock = asyncio.Lock()

    def is_usable(self) -> bool:
        """Whether it belongs to the process and event loop that run. The first use decides."""
        if self._runtime is None:
            self._runtime = async_runtime()
        return self._runtime == async_runtime()

    async def get(
        self, path: str, query: Mapping[str, str], headers: Mapping[str, str], call: Call, *, stream: bool = False
    ) -> Reply:
        """The response, 200 or 304. A token that is no longer valid is renewed, once."""
        renewed = False
        while True:
            token = await self._access_token(call)
            sent = {**self._account.newest_version, **headers, "Authorization": f"Bearer {token}"}
            request = self._request("GET", path, sent, call, params=query)
            try:
                response, body = await self._with_retries(call, lambda: self._attempt(request, call, stream))
                break
            except ClientReportingError as error:
                if renewed or error.code != "invalid_token":
                    raise
            renewed = True
            if self._account.token[0] == token:
                self._account.token = ("", 0.0)
        version = response.headers.get("Report-Version")
        if version is not None:
            self._account.newest_version = {"Report-Version": version}
        return response, body

    async def _access_token(self, call: Call) -> str:
        """The token that is valid now. A new one is requested once for all who wait for it."""
        await self._with_retries(call, lambda: async_acquire(self._token_lock, *call.attempt()))
        try:
            token, ends_at = self._account.token
            if time.monotonic() >= ends_at:
                headers = {"Content-Type": "application/json", "Accept": "application/json"}
                content = json.dumps(self._account.credentials).encode()
                # `/auth/token` has narrower limits, which the programs behind one address would share.
                request = self._request("POST", "/auth/oauth/token", headers, call, content=content)
                response, body = await self._with_retries(call, lambda: self._attempt(request, call, False))
                found = json_object(body) or {}
                if not isinstance(found.get("access_token"), str):
                    raise unexpected_response(response, b"a token is missing")
                token = found["access_token"]
                # A little early, so that it is still valid when it arrives.
                self._account.token = (token, time.monotonic() + float(found.get("expires_in", math.inf)) * 0.95)
            return token
        finally:
            self._token_lock.release()

    def _request(self, method: str, path: str, headers: Mapping[str, str], call: Call, **content: Any) -> httpx.Request:
        sent = {"User-Agent": USER_AGENT, **call.options.headers, **headers}
        return self.http.build_request(method, self._account.base_url + path, headers=sent, **content)

    async def _with_retries(self, call: Call, attempt: Callable[[], AsyncResult[Value]]) -> Value:
        retries = 0
        while True:
            try:
                return await attempt()
            except ClientReportingError as error:
                delay = retry_delay(error, retries) if retries < call.options.max_retries else None
                if delay is None or delay > call.left():
                    raise
                retries += 1
                if call.options.on_retry:
                    call.options.on_retry(Retry(error, retries, delay))
                await async_sleep(delay)

    async def _attempt(self, request: httpx.Request, call: Call, stream: bool) -> Reply:
        await async_acquire(self._slots, call.left(), call.timed_out())
        try:
            while (delay := self._pace.delay()) > 0:
                if delay > call.left():
                    raise call.timed_out()
                await async_sleep(delay)
            return await self._exchange(request, call, stream)
        finally:
            self._slots.release()

    async def _exchange(self, request: httpx.Request, call: Call, stream: bool) -> Reply:
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
                raise refusal(response, body, self._account.base_url)
            return response, body
        except httpx.TimeoutException:
            raise late from None
        except httpx.HTTPError as error:
            raise connection_failure(self._account.base_url, error) from error
        finally:
            if response is not None and not is_streamed:
                await response.aclose()
