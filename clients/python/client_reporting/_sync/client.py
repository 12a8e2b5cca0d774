from __future__ import annotations

from typing import Any

import httpx

from .. import types
from .._content import content_of
from .._options import Options, base_address
from .connection import Account
from .report import List, Report, Table


class Client:
    """
    A client of the API. Create one and keep it: it holds the access token, and paces all its requests together. Each process and
    event loop that uses it has connections of its own.

    `http` is an httpx client of your own, for a proxy or certificates. `allow_http` allows `http:` for addresses outside
    this machine. `Options` describes the other options. Raises ValueError or TypeError for a wrong one, and ClientReportingError for a
    variable of the environment.
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
        credentials = {"clientId": client_id, "clientSecret": client_secret, "grantType": "client_credentials"}
        self._start(Account(base_address(base_url, allow_http), credentials, http), Options().changed(options))

    def _start(self, account: Account, options: Options) -> None:
        self._account = account
        self._options = options
        shared = (account, options)
        self.scheduled_payments = Report(
            *shared, types.scheduled_payments_page, types.scheduled_payments_file, types.scheduled_payments_changes
        )
        self.scheduled_payments_summary = Table(
            *shared, types.scheduled_payments_summary_page, types.scheduled_payments_summary_file
        )
        self.timesheets = Report(*shared, types.timesheets_page, types.timesheets_file, types.timesheets_changes)
        self.timesheets_summary = Table(*shared, types.timesheets_summary_page, types.timesheets_summary_file)
        self.teams = List(*shared, types.teams_page)
        self.contractors = List(*shared, types.contractors_page)

    def with_options(self, **options: Any) -> Client:
        """The same client, which sends the requests of its calls with these options."""
        client = object.__new__(type(self))
        client._start(self._account, self._options.changed(options))
        return client

    def company(self) -> types.Company:
        """The company of the credentials."""
        call = self._options.starting()
        return content_of(*self._account.connection().get("/api/v1/external/reports/client/company", {}, {}, call))

    def close(self) -> None:
        self._account.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
