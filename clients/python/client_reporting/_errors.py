"""Why a call failed, and whether it is worth another attempt."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Any

import httpx

FIRST_DELAY = 0.5
LONGEST_DELAY = 60.0
JITTER = 0.25
TEMPORARY_STATUSES = {408, 429, 500, 502, 503, 504}
TEMPORARY_CODES = {"connection_failed", "timeout"}
REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True)
class ResponseInfo:
    """What came with the content of a response."""

    status: int
    headers: httpx.Headers
    request_id: str | None
    """Name it when you ask for help."""
    report_version: str | None
    """The version of your company's data that the response was made of."""
    etag: str | None
    """For `list_if_changed` and `download_if_changed`, next time."""

    @classmethod
    def of(cls, response: httpx.Response) -> ResponseInfo:
        get = response.headers.get
        return cls(response.status_code, response.headers, get("X-Request-Id"), get("Report-Version"), get("ETag"))


class ClientReportingError(Exception):
    """
    Why a call failed. `code` is one of the API, or of this client: `connection_failed` (no response, or not all of it), `tls_failed`
    (no TLS, or a certificate that is not trusted), `timeout`, `unexpected_response` (not of the API), `redirect_refused`,
    `incomplete_export` (an export that ended before its last row), `incomplete_copy` and `copy_differs` (of `sync`), `other_process` (what
    began in another process or event loop), and `environment_invalid` (a variable of proxies or certificates). There may be more one day.
    """

    def __init__(
        self, code: str, message: str, response: httpx.Response | None = None, details: dict[str, dict[str, str]] | None = None
    ):
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        """Of a `validation_error`: what is wrong, by the name of the parameter."""
        self.response = None if response is None else ResponseInfo.of(response)
        self.status = None if response is None else response.status_code
        self.request_id = None if self.response is None else self.response.request_id
        self.retry_after_seconds = None if response is None else retry_after_seconds(response.headers)

    def __str__(self) -> str:
        place = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{self.code}: {self.message}{place}"


def retry_delay(error: ClientReportingError, retries_before: int) -> float | None:
    """Seconds until the next attempt; None where it is of no use. All requests are safe to repeat."""
    after = error.retry_after_seconds or 0.0
    if not (error.code in TEMPORARY_CODES or error.status in TEMPORARY_STATUSES) or after > LONGEST_DELAY:
        return None
    doubled = min(LONGEST_DELAY, FIRST_DELAY * 2**retries_before)
    return max(doubled, after) * (1 + JITTER * random.random())


def retry_after_seconds(headers: httpx.Headers) -> float | None:
    """None where it is no number."""
    value = headers.get("Retry-After", "")
    return float(value) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) else None


def connection_failure(base_url: str, error: httpx.HTTPError) -> ClientReportingError:
    """Why there is no response, or not all of it. What another attempt can't cure is `tls_failed`."""
    reason = f"{type(error).__name__} {error}".rstrip()
    if re.search("certificate", reason, re.IGNORECASE):
        advice = "For an authority of your own, set SSL_CERT_FILE to the file of its certificate."
        return ClientReportingError("tls_failed", f"The certificate of {base_url} is not trusted: {reason}. {advice}")
    if re.search("(wrong|protocol) version|unsupported protocol|packet length|record layer", reason, re.IGNORECASE):
        message = f"No TLS at {base_url}, or of no common version: {reason}. Is it a port of http:?"
        return ClientReportingError("tls_failed", message)
    return ClientReportingError("connection_failed", f"No whole response from {base_url}: {reason}")


def refusal(response: httpx.Response, body: bytes, base_url: str) -> ClientReportingError:
    """The error that a response holds."""
    if response.status_code in REDIRECTS:
        location = response.headers.get("Location", "no address")
        message = f"The service redirects to {location}. If that is the API, set base_url to it."
        return ClientReportingError("redirect_refused", message, response)
    found = json_object(body)
    code = (found or {}).get("error")
    if found is None or not isinstance(code, str):
        return unexpected_response(response, body)
    message = str(found.get("message", ""))
    if code in ("not_found", "method_not_allowed"):
        message += f" base_url is {base_url}: it must be the address before /api/v1 and /auth."
    return ClientReportingError(code, message, response, found.get("details"))


def unexpected_response(response: httpx.Response, body: bytes) -> ClientReportingError:
    """Something between the client and the API may answer in its place."""
    start = " ".join(body.decode(errors="replace").split())[:200]
    kind = response.headers.get("Content-Type", "no content type")
    message = f"Not an answer of the API: {response.status_code}, {kind}" + (f": {start}" if start else "")
    return ClientReportingError("unexpected_response", message, response)


def other_process(what: str, remedy: str) -> ClientReportingError:
    return ClientReportingError("other_process", f"{what} belongs to another process or event loop. {remedy}")


def incomplete_export(response: httpx.Response) -> ClientReportingError:
    message = "The export ended before its last row. Request it again. The service disconnects a reader that takes less than 10 kB a second for two minutes."
    return ClientReportingError("incomplete_export", message, response)


def timed_out(seconds: float, option: str) -> ClientReportingError:
    return ClientReportingError("timeout", f"No whole answer within {seconds:g} s ({option})")


def json_object(body: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(body)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None  # pyright: ignore[reportUnknownVariableType]
