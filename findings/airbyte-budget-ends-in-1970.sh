#!/usr/bin/env bash
# Airbyte's budget of calls stops to hold anything back once an answer has RateLimit-Reset in seconds.
# Guess: HTTPAPIBudget, whose default header is ratelimit-reset, reads it as the draft of the IETF has it: seconds from
# now. At worst it keeps its own limit.
# Seen on 2026-11-28 with airbyte-cdk 7.39.1: 40 is taken for a time, 1970-01-01 00:00:40. That window is over, so each
# call begins a new one, and a budget of three lets ten pass at once. Without the header, or with a time: three, then it
# sleeps.
# So: name another header in ratelimit_reset_header, one that is never there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check uv==0.13.9
python/bin/uv pip install --quiet --system-certs --python python/bin/python airbyte-cdk==7.39.1
cat >program.py <<'END'
import datetime, logging, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock
from airbyte_cdk.sources.streams.call_rate import FixedWindowCallRatePolicy, HttpAPIBudget
from airbyte_cdk.sources.streams.http import HttpClient

class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        calls.append(self.path)
        self.send_response(200)
        self.send_header("RateLimit-Remaining", "150")
        if resets[self.path]:
            self.send_header("RateLimit-Reset", resets[self.path])
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass

class Sleeps(BaseException):
    pass

resets = {"/none": None, "/time": str(int(time.time()) + 40), "/seconds": "40"}
server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
minute = datetime.timedelta(seconds=60)
for path in resets:
    calls, end = [], "never sleeps"
    policy = FixedWindowCallRatePolicy(next_reset_ts=datetime.datetime.now() + minute, period=minute, call_limit=3, matchers=[])
    client = HttpClient("reports", logging.getLogger("reports"), api_budget=HttpAPIBudget(policies=[policy]))
    with mock.patch("airbyte_cdk.sources.streams.call_rate.time.sleep", side_effect=Sleeps):
        try:
            for _ in range(10):
                client.send_request("GET", f"http://127.0.0.1:{server.server_port}{path}", request_kwargs={})
        except Sleeps:
            end = "then sleeps"
    print(f"RateLimit-Reset {path[1:]}: {len(calls)} calls, {end}")
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
RateLimit-Reset none: 3 calls, then sleeps
RateLimit-Reset time: 3 calls, then sleeps
RateLimit-Reset seconds: 10 calls, never sleeps
END
