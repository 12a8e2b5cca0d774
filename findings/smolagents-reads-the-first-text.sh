#!/usr/bin/env bash
# smolagents gives a model only the first text of a tool's answer.
# Guess: a model sees all of a result's content, as the other clients of MCP show it.
# Seen on 2026-11-29 with smolagents 1.26.0 (mcpadapt 0.1.19, mcp 1.30.0): of two texts the first is returned, and a line of
# the log says so. A second text with the totals, or "more rows follow", is not seen.
# So: one text for all that a tool answers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check 'smolagents[mcp]==1.26.0' mcpadapt==0.1.19 mcp==1.30.0
cat >server.py <<'END'
from mcp.server.fastmcp import FastMCP

server = FastMCP("texts")

@server.tool(structured_output=False)
def rows() -> list[str]:
    """Rows."""
    return ["rows 1 to 10", "of 410 rows"]

server.run()
END
cat >ask.py <<'END'
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from smolagents import MCPClient

server = StdioServerParameters(command=sys.executable, args=["server.py"])

async def sent():
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        return [content.text for content in (await session.call_tool("rows", {})).content]

print("sent", asyncio.run(sent()))
with MCPClient(server, structured_output=False) as tools:
    print("seen", repr(tools[0]()))
END
python/bin/python -W ignore ask.py | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
sent ['rows 1 to 10', 'of 410 rows']
seen 'rows 1 to 10'
END
