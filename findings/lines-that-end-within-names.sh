#!/usr/bin/env bash
# Readers of lines end an NDJSON line within a name, at characters that JSON allows in its strings, and one changes the
# name.
# Guess: a line of NDJSON ends at \n, for iter_lines of each client and for the library ndjson.
# Seen on 2026-11-28 with httpx 0.28.1: two rows are four lines, since U+2028 and U+0085 end lines of str.splitlines.
# ndjson 0.3.1 reads two rows, with a comma in the place of the character. requests 2.34.2 and jsonlines 4.0.0: two rows,
# as sent.
# So: split iter_bytes() at \n, or read the file that was saved, line by line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check httpx==0.28.1 ndjson==0.3.1 requests==2.34.2 jsonlines==4.0.0
cat >program.py <<'END'
import io, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import httpx, jsonlines, ndjson, requests

text = '{"name":"First\u2028milestone"}\n{"name":"Second\u0085"}\n'

class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass

with open("rows.ndjson", "w") as file:
    file.write(text)
server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"
with httpx.stream("GET", url) as response:
    print("httpx", [line.encode() for line in response.iter_lines()])
print("requests", len(list(requests.get(url, stream=True).iter_lines())), "lines")
print("jsonlines", [ascii(row["name"]) for row in jsonlines.Reader(io.StringIO(text))])
print("ndjson", [ascii(row["name"]) for row in ndjson.loads(text)])
END
python/bin/python program.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
httpx [b'{"name":"First', b'milestone"}', b'{"name":"Second', b'"}']
requests 2 lines
jsonlines ["'First\\u2028milestone'", "'Second\\x85'"]
ndjson ["'First,milestone'", "'Second,'"]
END
