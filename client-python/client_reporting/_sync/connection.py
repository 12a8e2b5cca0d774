# Made by `npm run generate`. Do not edit.
from __future__ import annotations

import threading
import json
import math
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import httpx

from .._errors import (
    ClientReportingError,
    ResponseInfo,
    connection_failed,
    incomplete_export,
    json_object,
    refusal,
    retry_delay,
    unexpected_response,
)
from .._options import Call, Options, Retry
from .._pace import MAX_CONCURRENT, Pace
from .._version import USER_AGENT


class Reply(NamedTuple):
    response: httpx.Response
    body: bytes
    """Empty where it is streamed."""


class Request(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str] | None = None
    content: bytes | None = None
    stream: bool = False


class Connection:
    """Sends requests in their turn, again and again while that may help, with an access token that is kept until it expires."""

    def __init__(self, base_url: str, client_id: str, client_secret: str, http: httpx.Client):
        self.http = http
        self._base_url = base_url
        self._credentials = {"clientId": client_id, "clientSecret": client_secret, "grantType": "client_credentials"}
        self._pace = Pace()
        self._slots = threading.Semaphore(MAX_CONCURRENT)
        self._token_lock = threading.Lock()
        self._token = ""
        self._token_ends_at = 0.0
        self._seen: dict[str, str] = {}

    def get(
        self, path: str, query: Mapping[str, str], headers: Mapping[str, str], call: Call, *, stream: bool = False
    ) -> Reply:
        """
        The response, 200 or 304. A token that is no longer valid is renewed, once. Each request names the version of the data that the
        last response had, so that no later one is of older data.
        """
        token = self._access_token(call.options)
        try:
            return self._get_with(token, path, query, headers, call, stream)
        except ClientReportingError as error:
            if error.code != "invalid_token":
                raise
        if self._token == token:
            self._token_ends_at = 0.0
        token = self._access_token(call.options)
        return self._get_with(token, path, query, headers, call, stream)

    def _get_with(
        self, token: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], call: Call, stream: bool
    ) -> Reply:
        sent = {**self._seen, **headers, "Authorization": f"Bearer {token}"}
        reply = self._send(Request("GET", path, sent, query, stream=stream), call)
        version = reply.response.headers.get("Report-Version")
        if version is not None:
            self._seen = {"Report-Version": version}
        return reply

    def _access_token(self, options: Options) -> str:
        """The token that is valid now. A new one is requested once for all who wait for it."""
        with self._token_lock:
            if time.monotonic() >= self._token_ends_at:
                headers = {"Content-Type": "application/json", "Accept": "application/json"}
                content = json.dumps(self._credentials).encode()
                # `/auth/token` has narrower limits, which the programs behind one address would share.
                request = Request("POST", "/auth/oauth/token", headers, content=content)
                response, body = self._send(request, options.starting())
                found = json_object(body) or {}
                if not isinstance(found.get("access_token"), str):
                    raise unexpected_response(response, b"a token is missing")
                # A little early, so that it is still valid when it arrives.
                self._token_ends_at = time.monotonic() + float(found.get("expires_in", math.inf)) * 0.95
                self._token = found["access_token"]
            return self._token

    def _send(self, request: Request, call: Call) -> Reply:
        retries = 0
        while True:
            try:
                return self._attempt(request, call)
            except ClientReportingError as error:
                delay = retry_delay(error, retries) if retries < call.options.max_retries else None
                if delay is None or delay > call.left():
                    raise
                retries += 1
                if call.options.on_retry:
                    call.options.on_retry(Retry(error, retries, delay))
                time.sleep(delay)

    def _attempt(self, request: Request, call: Call) -> Reply:
        with self._slots:
            while (delay := self._pace.delay()) > 0:
                if delay > call.left():
                    raise call.timed_out()
                time.sleep(delay)
            attempt = call.attempt()
            sent = self.http.build_request(
                request.method,
                self._base_url + request.path,
                params=request.query,
                headers={"User-Agent": USER_AGENT, **call.options.headers, **request.headers},
                content=request.content,
                timeout=attempt.timeout,
            )
            try:
                response = self.http.send(sent, stream=True, follow_redirects=False)
            except httpx.TimeoutException:
                raise attempt.late from None
            except httpx.HTTPError as error:
                raise connection_failed(self._base_url, error) from error
            is_streamed = False
            try:
                self._pace.observe(response.headers)
                if call.options.on_response:
                    call.options.on_response(ResponseInfo.of(response))
                if response.status_code not in (200, 304):
                    raise refusal(response, self._read(response, attempt.ends_at, attempt.late), self._base_url)
                is_streamed = request.stream and response.status_code == 200
                body = b"" if is_streamed else self._read(response, attempt.ends_at, attempt.late)
                return Reply(response, body)
            finally:
                if not is_streamed:
                    response.close()

    def _read(self, response: httpx.Response, ends_at: float, late: ClientReportingError) -> bytes:
        parts: list[bytes] = []
        try:
            for part in response.iter_bytes():
                parts.append(part)
                if time.monotonic() > ends_at:
                    raise late
        except httpx.TimeoutException:
            raise late from None
        except httpx.HTTPError as error:
            raise connection_failed(self._base_url, error) from error
        return b"".join(parts)


def streamed(response: httpx.Response, call: Call) -> Iterator[bytes]:
    """The bytes of an export. Raises `incomplete_export` where they end too early, or do not come in time."""
    try:
        for part in response.iter_bytes():
            yield part
            if call.left() < 0:
                raise call.timed_out()
    except httpx.HTTPError as error:
        raise (call.timed_out() if call.left() < 0 else incomplete_export(response)) from error
    finally:
        response.close()
