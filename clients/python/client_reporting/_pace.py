"""When the next request may start, by the RateLimit headers of the last response."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass

import httpx

MAX_CONCURRENT = 6
LEFT_TO_OTHERS = 0.01
"""Of the limit: what programs that see the last of it at the same time do not compete for."""
JITTER = 0.2
"""Seconds. Programs that wait for the same window do not start in the same moment."""


@dataclass
class Window:
    policy: str
    limit: float
    remaining: float
    reset_at: float


class Pace:
    """
    The first half of the limit may be used at once; the rest is spread over the time until the window resets. Programs that share the
    limit slow down together, since each sees what the others have left. With nothing left, one request starts after the reset and
    learns of the new window.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window: Window | None = None
        self._next_start = 0.0

    def delay(self) -> float:
        """Seconds to wait before asking again; 0 where a request may start now, which is counted then."""
        with self._lock:
            window, now = self._window, time.monotonic()
            if window is None or window.remaining > window.limit / 2:
                return 0.0
            if now < self._next_start:
                return self._next_start - now
            window.remaining -= 1
            self._plan(window, now)
            return 0.0

    def observe(self, headers: httpx.Headers) -> None:
        policy, *numbers = (headers.get(f"RateLimit-{name}") for name in ("Policy", "Limit", "Remaining", "Reset"))
        if policy is None or None in numbers:
            return
        limit, remaining, reset = (float(number or 0) for number in numbers)
        with self._lock:
            last, now = self._window, time.monotonic()
            reset_at = now + reset
            # RateLimit-Reset is rounded up to seconds, so the earliest of the times that it gives is the best.
            if last is not None and last.policy == policy and now < last.reset_at:
                reset_at = min(last.reset_at, reset_at)
            self._window = Window(policy, limit, remaining, reset_at)
            self._plan(self._window, now)

    def _plan(self, window: Window, now: float) -> None:
        left = window.remaining - window.limit * LEFT_TO_OTHERS
        if left > 0 and now < window.reset_at:
            self._next_start = now + (window.reset_at - now) / left
        else:
            # After the reset, one request a second until a response has told of the new window.
            self._next_start = max(window.reset_at, now + 1) + random.random() * JITTER
