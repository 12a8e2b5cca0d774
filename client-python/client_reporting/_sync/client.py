from __future__ import annotations

from typing import Any

import httpx

from .. import types
from .._content import content_of
from .._options import Options, base_address
from .connection import Account
from .reports import Reports


class Client(Reports):
    """
    A client of the API. Create one and keep it: it holds the access token, and paces all its requests together. Each process and
    event loop that uses it has connections of its own.

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
        credentials = {"clientId": client_id, "clientSecret": client_secret, "grantType": "client_credentials"}
        account = Account(base_address(base_url, allow_http), credentials, http)
        super().__init__(account, Options().changed(options))

    def with_options(self, **options: Any) -> Client:
        """The same client, which sends the requests of its calls with these options."""
        client = object.__new__(type(self))
        Reports.__init__(client, self._account, self._options.changed(options))
        return client

    def company(self) -> types.Company:
        """The company of the credentials."""
        call = self._options.starting()
        return content_of(*self._account.here().get("/api/v1/external/reports/client/company", {}, {}, call))

    def close(self) -> None:
        self._account.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
