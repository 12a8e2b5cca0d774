#!/usr/bin/env bash
# mcpo, which gives tools of MCP to programs by OpenAPI, answers 71000.0 where the tool's text is 71e3, and null for NaN.
# Guess: a text of a tool is a string in its JSON.
# Seen on 2026-11-29 with mcpo 0.0.20 (mcp 1.30.0, fastapi 0.115.12): each text that Python's json reads is given as what it
# reads, so 1250.00 is 1250.0, true a boolean; 0012 stays a text.
# So: let a tool answer a JSON object, with ids as strings in it.
set -euo pipefail
folder=$(mktemp -d)
trap '[ -z "${mcpo:-}" ] || kill "$mcpo" || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check mcpo==0.0.20 mcp==1.30.0 fastapi==0.115.12
cat >server.py <<'END'
from mcp.server.fastmcp import FastMCP

server = FastMCP("texts")

@server.tool(structured_output=False)
def say(text: str) -> str:
    return text

server.run()
END
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python/bin/mcpo --host 127.0.0.1 --port "$port" -- python/bin/python server.py >mcpo.txt 2>&1 &
mcpo=$!
cat >ask.py <<'END'
import json, sys, time, urllib.request

def say(text):
    head = {"Content-Type": "application/json"}
    body = json.dumps({"text": text}).encode()
    return urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{sys.argv[1]}/say", body, head)).read().decode()

for _ in range(600):
    try:
        say("ready")
        break
    except OSError:
        time.sleep(0.1)
for text in ("0012", "71e3", "1250.00", "true", "NaN"):
    print(text, "->", say(text))
END
python3 ask.py "$port" | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
0012 -> "0012"
71e3 -> 71000.0
1250.00 -> 1250.0
true -> true
NaN -> null
END
