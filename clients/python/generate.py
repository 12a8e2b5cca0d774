"""
Makes `client_reporting/_sync` from `_async`, and METADATA from pyproject.toml. It needs hatchling 1.33.0 and unasync 0.6.0.

The portal's build packs them, so that it needs no Python; `npm run test:recipes` compares its wheel with the wheel of `python -m build`.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.build import prepare_metadata_for_build_wheel
from unasync import Rule, unasync_files

NAMES = ["Account", "Answer", "Client", "Connection", "Copy", "Download", "List", "Report", "Result", "Table"]
WORDS = {"asyncio": "threading", "async_acquire": "acquire", "async_runtime": "runtime", "async_sleep": "sleep"}
METHODS = {f"a{name}": name for name in ("close", "iter_bytes", "read")}

project = Path(__file__).parent
source = project / "client_reporting" / "_async"
rule = Rule("/_async/", "/_sync/", {f"Async{name}": name for name in NAMES} | WORDS | METHODS)
unasync_files([str(file) for file in source.glob("*.py") if file.name != "__init__.py"], [rule])

os.chdir(project)
with TemporaryDirectory() as directory:
    text = Path(directory, prepare_metadata_for_build_wheel(directory), "METADATA").read_text("utf-8")
Path("METADATA").write_text(text.partition("\n\n")[0] + "\n\n", "utf-8")
