"""Typed client of the Client Reporting API: `Client`, and `AsyncClient` with the same methods for asyncio."""

from . import types as types
from ._async.client import AsyncClient as AsyncClient
from ._async.report import AsyncCopy as AsyncCopy
from ._async.report import AsyncDownload as AsyncDownload
from ._content import Changes as Changes
from ._content import Page as Page
from ._errors import ClientReportingError as ClientReportingError
from ._errors import ResponseInfo as ResponseInfo
from ._options import Options as Options
from ._options import Retry as Retry
from ._sync.client import Client as Client
from ._sync.report import Copy as Copy
from ._sync.report import Download as Download
