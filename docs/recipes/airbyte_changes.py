"""A source for Airbyte that sends what changed in both reports since the last sync, deletions too. pip install airbyte-cdk==7.39.1"""

import json
import sys
import time
from datetime import datetime, timezone

import requests
from airbyte_cdk import AbstractSource, launch
from airbyte_cdk.models import ConnectorSpecification, FailureType
from airbyte_cdk.sources.streams import CheckpointMixin, Stream
from airbyte_cdk.utils.traced_exception import AirbyteTracedException
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

spec = {
    "type": "object",
    "required": ["base_url", "client_id", "client_secret"],
    "properties": {
        "base_url": {"type": "string", "title": "Base URL", "order": 0},
        "client_id": {"type": "string", "title": "Client ID", "order": 1},
        "client_secret": {"type": "string", "title": "Client secret", "airbyte_secret": True, "order": 2},
    },
}
# Wide and fixed: rows enter a range that moves without a change.
dates = {"fromDate": "2020-01-01", "toDate": "2035-12-31"}


def log_in(config):
    """The address of the reports, and a session that gets a token by itself, and another one when half of its time is over."""
    base, token, renewal = config["base_url"].rstrip("/"), "", 0
    session = requests.Session()
    retries = Retry(total=5, backoff_factor=1, status_forcelist=[429, 502, 503, 504], allowed_methods=None)
    session.mount(base, HTTPAdapter(max_retries=retries))
    form = {"grant_type": "client_credentials", "client_id": config["client_id"], "client_secret": config["client_secret"]}

    def with_token(request):
        nonlocal token, renewal
        if time.monotonic() >= renewal:
            # With an auth of its own, it does not take credentials from .netrc.
            answer = session.post(f"{base}/auth/oauth/token", data=form, timeout=60, auth=lambda request: request)
            answer.raise_for_status()
            token, renewal = answer.json()["access_token"], time.monotonic() + answer.json()["expires_in"] / 2
        request.headers["Authorization"] = f"Bearer {token}"
        return request

    session.auth = with_token
    return f"{base}/api/v1/external/reports/client", session


class Changes(CheckpointMixin, Stream):
    """Its state is the version of the copy, and the position of the last row: of a row that comes twice, the later one counts."""

    primary_key = "_id"
    cursor_field = "position"
    state = {}

    def __init__(self, config, report):
        self.config, self.report, self.name = config, report, report.replace("-", "_")

    def get_json_schema(self):
        text = {"type": ["null", "string"]}
        properties = {"_id": {"type": "string"}, "position": {"type": "integer"}, "_ab_cdc_deleted_at": text | {"format": "date-time"}}
        return {"type": "object", "additionalProperties": True, "properties": properties}

    def read_records(self, sync_mode, cursor_field=None, stream_slice=None, stream_state=None):
        reports, session = log_in(self.config)
        url, position, more = f"{reports}/{self.report}", self.state.get("position", 0), True
        version = self.state.get("version")
        if version is None:
            # The first load is a file, of one request.
            with session.get(f"{url}/list", params=dates, headers={"Accept": "application/x-ndjson"}, timeout=60, stream=True) as export:
                export.raise_for_status()
                count = 0
                for count, line in enumerate(export.iter_lines(), 1):
                    row = json.loads(line)
                    position += 1
                    yield row | {"_id": row.get("_id") or row["contract"]["_id"], "removed": False, "position": position}
                if count != int(export.headers["X-Total-Count"]):
                    raise RuntimeError(f"The export of {self.report} is incomplete.")
                version = export.headers["Report-Version"].strip('"')
        while more:
            response = session.get(f"{url}/changes", params=dates | {"since": version}, timeout=60)
            if response.status_code == 410:
                message = f"{response.json()['message']} In Airbyte: refresh this stream and remove its records."
                raise AirbyteTracedException(message=message, failure_type=FailureType.config_error)
            response.raise_for_status()
            answer = json.loads(response.text)
            now = datetime.now(timezone.utc).isoformat()
            for row in answer["results"]:
                position += 1
                yield row | {"position": position} | ({"_ab_cdc_deleted_at": now} if row["removed"] else {})
            # Sent after the last row, as the whole sync is one change of the copy.
            version, more = answer["version"], answer["more"]
            self.state = {"version": version, "position": position}


class ClientReporting(AbstractSource):
    def spec(self, logger):
        return ConnectorSpecification(connectionSpecification=spec)

    def check_connection(self, logger, config):
        reports, session = log_in(config)
        session.get(f"{reports}/company", timeout=60).raise_for_status()
        return True, None

    def streams(self, config):
        return [Changes(config, "scheduled-payments"), Changes(config, "timesheets")]


launch(ClientReporting(), sys.argv[1:])
