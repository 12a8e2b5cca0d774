#!/usr/bin/env bash
# Authlib asks for a new token before each call where tokens live for a minute, and for two before the first.
# Guess: a token of 60 seconds is used for most of them.
# Seen on 2026-11-28 with Authlib 1.9.10: a token counts as expired 60 seconds before it is (leeway), so fetch_token and
# three calls are four token requests. With leeway=5: one.
# So: OAuth2Session(leeway=5) where tokens live for minutes, or a limit of token requests is met soon.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check authlib==1.9.10 requests==2.34.2
cat >program.py <<'END'
import json, os, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from authlib.integrations.requests_client import OAuth2Session

class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        tokens.append(self.path)
        self.do_GET()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"access_token": "one", "token_type": "Bearer", "expires_in": 60}).encode())

    def log_message(self, *_):
        pass

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
for more in ({}, {"leeway": 5}):
    tokens = []
    session = OAuth2Session("some", "thing", token_endpoint=f"{url}/token", **more)
    session.fetch_token()
    for _ in range(3):
        session.get(url)
    print(more, "token requests for three calls:", len(tokens))
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
{} token requests for three calls: 4
{'leeway': 5} token requests for three calls: 1
END
