"""Typed client of the Client Reporting API: `Client`, and `AsyncClient` with the same methods for asyncio."""

from . import types
from ._async.client import AsyncClient
from ._async.report import AsyncCopy, AsyncDownload
from ._content import Changes, Page
from ._errors import ClientReportingError, ResponseInfo
from ._options import Options, Retry
from ._sync.client import Client
from ._sync.report import Copy, Download

__all__ = [
    "AsyncClient",
    "AsyncCopy",
    "AsyncDownload",
    "Changes",
    "Client",
    "ClientReportingError",
    "Copy",
    "Download",
    "Options",
    "Page",
    "ResponseInfo",
    "Retry",
    "types",
]
