#!/usr/bin/env bash
# A requests-oauthlib session of client credentials can't renew its token: auto_refresh_url sends another grant.
# Guess: with auto_refresh_url and the client's credentials, an expired token is replaced by a new one of the same
# grant.
# Seen on 2026-11-28 with requests-oauthlib 2.0.0 and oauthlib 4.0.1: it POSTs grant_type=refresh_token without a token
# to refresh, and allow_redirects=True as if it were a field of the form; a server without that grant ends the program.
# Without auto_refresh_url: TokenExpiredError.
# So: catch TokenExpiredError and call fetch_token again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check requests-oauthlib==2.0.0 oauthlib==4.0.1
cat >program.py <<'END'
import json, os, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from oauthlib.oauth2 import BackendApplicationClient
from requests_oauthlib import OAuth2Session

class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        print("POST", form)
        known = form.startswith("grant_type=client_credentials")
        self.answer(*(200, {"access_token": "one", "token_type": "Bearer", "expires_in": 1}) if known else (400, {"error": "unsupported_grant_type"}))

    def do_GET(self):
        self.answer(200, {})

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
client = {"client_id": "some", "client_secret": "thing"}
for more in ({}, {"auto_refresh_url": f"{url}/token", "auto_refresh_kwargs": client, "token_updater": print}):
    session = OAuth2Session(client=BackendApplicationClient("some"), **more)
    session.fetch_token(f"{url}/token", **client)
    session.get(url)
    time.sleep(1.5)
    try:
        print(session.get(url).status_code)
    except Exception as error:
        print(type(error).__name__)
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
POST grant_type=client_credentials
TokenExpiredError
POST grant_type=client_credentials
POST grant_type=refresh_token&client_id=some&client_secret=thing&allow_redirects=True
UnsupportedGrantTypeError
END
