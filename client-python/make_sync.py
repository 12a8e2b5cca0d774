"""Makes `client_reporting/_sync` from `_async`. It needs unasync 0.6.0."""

from pathlib import Path

from unasync import Rule, unasync_files

NAMES = ["Client", "Connection", "Connections", "Copy", "Download", "List", "Report", "Reports", "Result", "Table"]
WORDS = {"asyncio": "threading", "async_acquire": "acquire", "async_home": "home", "async_sleep": "sleep"}
METHODS = {f"a{name}": name for name in ("close", "iter_bytes", "read")}

source = Path(__file__).parent / "client_reporting" / "_async"
rule = Rule("/_async/", "/_sync/", {f"Async{name}": name for name in NAMES} | WORDS | METHODS)
unasync_files([str(file) for file in source.glob("*.py") if file.name != "__init__.py"], [rule])
