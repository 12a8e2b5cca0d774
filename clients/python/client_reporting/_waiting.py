"""What differs between asyncio and threads: `_async` uses the names with `async`, `_sync` those without."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Awaitable, Coroutine
from typing import Annotated, Any, TypeAlias, TypeVar

Value = TypeVar("Value")
AsyncResult: TypeAlias = Awaitable[Value]
Result: TypeAlias = Annotated[Value, "at once"]
AsyncAnswer: TypeAlias = Coroutine[Any, Any, Value]
Answer: TypeAlias = Annotated[Value, "at once"]


def async_runtime() -> object:
    """The process and the event loop that run."""
    return os.getpid(), asyncio.get_running_loop()


def runtime() -> object:
    """The process that runs."""
    return os.getpid()


async def async_acquire(lock: asyncio.Lock | asyncio.Semaphore, seconds: float, late: Exception) -> None:
    """Raises `late` after these seconds."""
    try:
        await asyncio.wait_for(lock.acquire(), None if seconds == math.inf else max(0.0, seconds))
    except asyncio.TimeoutError:
        raise late from None


def acquire(lock: threading.Lock | threading.Semaphore, seconds: float, late: Exception) -> None:
    """Raises `late` after these seconds."""
    if not lock.acquire(timeout=min(max(0.0, seconds), threading.TIMEOUT_MAX)):
        raise late


async_sleep = asyncio.sleep
sleep = time.sleep
