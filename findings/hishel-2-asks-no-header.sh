#!/usr/bin/env bash
# hishel 2 keeps every answer for its URL, whatever Cache-Control and Vary say; version 1 followed them.
# Guess: an HTTP cache stores nothing of no-store, asks again for no-cache, and keeps answers with Vary: Authorization
# apart, as hishel 1 does; an upgrade changes names at most.
# Seen on 2026-11-28 with hishel 2.0.0: by default, one request in three, for no-store as for no-cache, and the second
# token is given what the first one got. It is documented: rfc=True brings RFC 9111 back, of a shared cache, which stores
# neither. hishel 1.4.0: as with rfc=True.
# So: CacheClient(rfc=True) wherever answers depend on who asks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 1.4.0 2.0.0; do
  python3 -m venv "python-$version"
  "python-$version/bin/pip" install --quiet --disable-pip-version-check "hishel[httpx]==$version"
done
cat >program.py <<'END'
import sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from hishel import httpx as cached

class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        seen.append("asks" if self.headers["If-None-Match"] is None else "asks with ETag")
        self.send_response(200)
        for name, value in {"Cache-Control": control, "Vary": "Authorization", "ETag": '"one"', "Content-Length": "2"}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass

server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = getattr(cached, "CacheClient", None) or cached.SyncCacheClient
for options in ({}, {"rfc": True}) if client.__name__ == "CacheClient" else ({},):
    for control in ("no-store", "private, no-cache"):
        seen = []
        with client(**options) as session:
            for token in ("first", "first", "second"):
                session.get(f"http://127.0.0.1:{server.server_port}/{control[:4]}{len(options)}", headers={"Authorization": token})
        print(sys.argv[1], options, control, seen)
END
for version in 1.4.0 2.0.0; do "python-$version/bin/python" program.py "$version"; done | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
1.4.0 {} no-store ['asks', 'asks', 'asks']
1.4.0 {} private, no-cache ['asks', 'asks', 'asks']
2.0.0 {} no-store ['asks']
2.0.0 {} private, no-cache ['asks']
2.0.0 {'rfc': True} no-store ['asks', 'asks', 'asks']
2.0.0 {'rfc': True} private, no-cache ['asks', 'asks', 'asks']
END
