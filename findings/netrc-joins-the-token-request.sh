#!/usr/bin/env bash
# dlt and Airbyte's OAuthAuthenticator send what ~/.netrc has for the host, or for `default`, beside the client's own
# secret.
# Guess: a token request has the credentials that the program was given; and both logins of Airbyte send the same.
# Seen on 2026-11-29 with dlt 1.31.0 and airbyte-cdk 7.39.1 (requests 2.34.2): the token request has client_id and
# client_secret in its form, and HTTP Basic of .netrc besides, which RFC 6749 forbids, so that a server refuses it. By
# Airbyte's SessionTokenAuthenticator the same login has the form only.
# So: set an auth on dlt's session (auth.session.auth = lambda request: request), take SessionTokenAuthenticator, or set
# NETRC=/dev/null.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
uv() { python/bin/uv pip install --quiet --system-certs --python "$@"; }
uv python/bin/python dlt==1.31.0 requests==2.34.2
python3 -m venv airbyte
uv airbyte/bin/python airbyte-cdk==7.39.1 requests==2.34.2
cat >server.py <<'END'
import base64, http.server, json, threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        scheme, _, basic = (self.headers["Authorization"] or "").partition(" ")
        print("secret in the form:", "client_secret=own" in form, "| Basic:", base64.b64decode(basic).decode() or "none")
        self.answer({"access_token": "token", "token_type": "Bearer", "expires_in": 3600})

    def do_GET(self):
        self.answer({"id": 1})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
END
cat >with_dlt.py <<'END'
from server import url
from dlt.sources.helpers import requests
from dlt.sources.helpers.rest_client.auth import OAuth2ClientCredentials

for own_auth in (False, True):
    print("dlt, auth of its session set:", own_auth)
    auth = OAuth2ClientCredentials(access_token_url=f"{url}/token", client_id="some", client_secret="own")
    if own_auth:
        auth.session.auth = lambda request: request
    requests.get(url, auth=auth)
END
cat >with_airbyte.py <<'END'
import logging
from server import url
from airbyte_cdk.sources.declarative.concurrent_declarative_source import ConcurrentDeclarativeSource

form = {"grant_type": "client_credentials", "client_id": "some", "client_secret": "own"}
login = {"type": "HttpRequester", "url_base": f"{url}/token", "http_method": "POST"}
login |= {"request_body": {"type": "RequestBodyUrlEncodedForm", "value": form}}
for authenticator in (
    {"type": "OAuthAuthenticator", "token_refresh_endpoint": f"{url}/token", **form},
    {"type": "SessionTokenAuthenticator", "login_requester": login, "session_token_path": ["access_token"]}
    | {"expiration_duration": "PT1H", "request_authentication": {"type": "Bearer"}},
):
    requester = {"type": "HttpRequester", "url_base": url, "authenticator": authenticator}
    selector = {"type": "RecordSelector", "extractor": {"type": "DpathExtractor", "field_path": []}}
    stream = {
        "type": "DeclarativeStream",
        "name": "rows",
        "retriever": {"type": "SimpleRetriever", "requester": requester, "record_selector": selector},
        "schema_loader": {"type": "InlineSchemaLoader", "schema": {"type": "object"}},
    }
    manifest = {"version": "6.0.0", "type": "DeclarativeSource", "streams": [stream]}
    manifest |= {"check": {"type": "CheckStream", "stream_names": ["rows"]}}
    print("Airbyte,", authenticator["type"])
    logger = logging.getLogger("quiet")
    logger.disabled = True
    source = ConcurrentDeclarativeSource(catalog=None, config={}, state=[], source_config=manifest)
    source.check(logger, {})
END
printf 'default login other password wrong\n' >.netrc
chmod 600 .netrc
export RUNTIME__DLTHUB_TELEMETRY=false PYTHONUNBUFFERED=1
for program in python/bin/python:with_dlt.py airbyte/bin/python:with_airbyte.py; do
  HOME=$folder "${program%%:*}" -W ignore "${program##*:}" 2>errors.txt || cat errors.txt
done | grep -E '^(dlt|Airbyte|secret)' | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
dlt, auth of its session set: False
secret in the form: True | Basic: other:wrong
dlt, auth of its session set: True
secret in the form: True | Basic: none
Airbyte, OAuthAuthenticator
secret in the form: True | Basic: other:wrong
Airbyte, SessionTokenAuthenticator
secret in the form: True | Basic: none
END
