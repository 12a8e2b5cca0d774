"""Options of a client and of its calls, and what they must be."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import urlsplit

from ._errors import ClientReportingError, ResponseInfo, timed_out


@dataclass(frozen=True)
class Retry:
    error: ClientReportingError
    """Why the attempt failed."""
    retry: int
    """1 for the first retry of a request."""
    delay: float
    """Seconds until it."""


@dataclass(frozen=True)
class Options:
    attempt_timeout: float = 60.0
    """Seconds until a page is there, or the first bytes of an export, and between two pieces of an export."""
    call_timeout: float | None = None
    """Seconds for a whole call with its retries and waits; of `pages` and `changes` for each answer. None: no limit."""
    max_retries: int = 5
    """How often a request is sent again, when it got no answer or 408, 429, 500, 502, 503 or 504."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """More headers for each request."""
    on_retry: Callable[[Retry], None] | None = None
    """Is called before the wait for each retry."""
    on_response: Callable[[ResponseInfo], None] | None = None
    """Is called with each response, also those that are retried, and those for tokens."""
    on_change: Literal["raise", "restart"] = "raise"
    """What `pages` does when data change between two pages: it raises `data_changed`, or begins again with the first page."""

    def __post_init__(self) -> None:
        if not 0 < self.attempt_timeout < math.inf:
            raise ValueError("attempt_timeout must be a number of seconds")
        if self.call_timeout is not None and not 0 < self.call_timeout < math.inf:
            raise ValueError("call_timeout must be a number of seconds, or None")
        if self.max_retries < 0:
            raise ValueError("max_retries must be a whole number from 0")
        if self.on_change not in ("raise", "restart"):
            raise ValueError("on_change must be 'raise' or 'restart'")
        object.__setattr__(self, "headers", dict(self.headers))

    def changed(self, new: dict[str, Any]) -> Options:
        """With these options. Those that are None stay as they are."""
        return replace(self, **{name: value for name, value in new.items() if value is not None})

    def starting(self) -> Call:
        return Call(self, math.inf if self.call_timeout is None else time.monotonic() + self.call_timeout)


@dataclass(frozen=True)
class Call:
    """One call of a user, with all its requests."""

    options: Options
    ends_at: float
    """When `call_timeout` ends, by `time.monotonic()`."""

    def left(self) -> float:
        return self.ends_at - time.monotonic()

    def timed_out(self) -> ClientReportingError:
        return timed_out(self.options.call_timeout or 0, "call_timeout")

    def attempt(self) -> tuple[float, ClientReportingError]:
        """Seconds for an attempt that starts now, and what is raised when it takes longer."""
        seconds = self.options.attempt_timeout
        if self.left() < seconds:
            return max(0.001, self.left()), self.timed_out()
        return seconds, timed_out(seconds, "attempt_timeout")


def base_address(base_url: str | None, allow_http: bool) -> str:
    """
    The address without slashes at its end.

    Raises ValueError where it is no address of an API, or sends the client secret over a network in plain text.
    """
    if not base_url:
        raise ValueError("base_url is missing")
    url = urlsplit(str(base_url))
    if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
        raise ValueError(f"base_url must be an address such as https://reports.example.com, not {base_url}")
    if re.search(r"/api/v\d+(/|$)", url.path):
        raise ValueError(f"base_url must be the address before /api/v1 and /auth, not {base_url}")
    is_loopback = re.fullmatch(r"localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1", url.hostname)
    if url.scheme == "http" and not allow_http and not is_loopback:
        raise ValueError(f"base_url must begin with https:, since {base_url} would send the client secret in plain text")
    return str(base_url).rstrip("/")
