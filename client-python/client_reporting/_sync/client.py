# Made by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Any

import httpx

from .. import types
from .._content import content_of
from .._options import Options, base_address
from .connection import Connection
from .report import List, Report, Table

BASE = "/api/v1/external/reports/client"


class Client:
    """
    A client of the API. Create one and keep it: it holds the access token, and paces all its requests together.

    `http` is an httpx client of your own, for a proxy or certificates. `allow_http` allows `http:` for other addresses than those of
    this machine. The other options are those of `Options`. Raises ValueError or TypeError for a wrong one.
    """

    def __init__(
        self,
        base_url: str | None,
        client_id: str | None,
        client_secret: str | None,
        *,
        http: httpx.Client | None = None,
        allow_http: bool = False,
        **options: Any,
    ):
        if not client_id or not client_secret:
            raise ValueError(f"{'client_secret' if client_id else 'client_id'} is missing")
        address = base_address(base_url, allow_http)
        connection = Connection(address, client_id, client_secret, http or httpx.Client())
        self._use(connection, Options().changed(options))

    def with_options(self, **options: Any) -> Client:
        """The same client, which sends the requests of its calls with these options."""
        client = object.__new__(type(self))
        client._use(self._connection, self._options.changed(options))
        return client

    def _use(self, connection: Connection, options: Options) -> None:
        self._connection = connection
        self._options = options
        use = (connection, options)
        payments, timesheets = f"{BASE}/scheduled-payments", f"{BASE}/timesheets"
        self.scheduled_payments = Report(
            *use,
            f"{payments}/list",
            types.scheduled_payments_page,
            types.scheduled_payments_file,
            types.scheduled_payments_changes,
        )
        self.timesheets = Report(
            *use, f"{timesheets}/list", types.timesheets_page, types.timesheets_file, types.timesheets_changes
        )
        self.scheduled_payments_summary = Table(
            *use, f"{payments}/summary", types.scheduled_payments_summary_page, types.scheduled_payments_summary_file
        )
        self.timesheets_summary = Table(
            *use, f"{timesheets}/summary", types.timesheets_summary_page, types.timesheets_summary_file
        )
        self.teams = List(*use, f"{BASE}/teams/list", types.teams_page)
        self.contractors = List(*use, f"{BASE}/contractors/list", types.contractors_page)

    def company(self) -> types.Company:
        """The company of the credentials."""
        return content_of(*self._connection.get(f"{BASE}/company", {}, {}, self._options.starting()))

    def close(self) -> None:
        self._connection.http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
