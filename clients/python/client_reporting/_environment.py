"""What the environment says of connections to one address."""

from __future__ import annotations

import os
from typing import TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from ._errors import ClientReportingError

Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)


def http_for(base_url: str, kind: type[Http]) -> Http:
    """By the variables of proxies and certificates. Raises ClientReportingError that names the variable which is wrong."""
    url = urlsplit(base_url)
    proxies = getproxies()
    name = url.scheme if proxies.get(url.scheme) else "all"
    proxy = proxies.get(name) or None
    # `::1` and `[::1]` are the same host.
    if proxy_bypass(url.netloc) or proxy_bypass(url.hostname or ""):
        proxy = None
    elif proxy and "://" not in proxy:
        proxy = f"http://{proxy}"
    try:
        certificates = httpx.create_ssl_context()
    except OSError as error:
        path = os.environ.get("SSL_CERT_FILE")
        message = f"SSL_CERT_FILE is no file of certificates that can be read: {path}: {error}"
        raise ClientReportingError("environment_invalid", message) from error
    try:
        return kind(trust_env=False, verify=certificates, proxy=proxy)
    except (ImportError, ValueError, httpx.InvalidURL) as error:
        message = f"{name.upper()}_PROXY is no proxy that can be used: {error} NO_PROXY names hosts that need none."
        raise ClientReportingError("environment_invalid", message) from error
