"""Files: whether one is whole, and how one takes the place of another."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO, Literal
from uuid import uuid4

FileFormat = Literal["csv", "ndjson", "xlsx", "parquet"]

MEDIA_TYPES: dict[FileFormat, str] = {
    "csv": "text/csv",
    "ndjson": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}

ZIP_END = 22
"""Bytes of the last record of a zip file."""


class FileCheck:
    """Counts a file as it passes: a proxy may end half a file as if it were whole, and half of a compressed one is no error for httpx."""

    def __init__(self, file_format: FileFormat):
        self._format: FileFormat = file_format
        self._lines = self._quotes = 0
        self._end = b""

    def add(self, part: bytes) -> None:
        self._end = (self._end + part[-ZIP_END:])[-ZIP_END:]
        if self._format == "ndjson":
            self._lines += part.count(b"\n")
        elif self._format == "csv":
            # Every second text between quotes is within a cell, whose line breaks end no record.
            texts = part.split(b'"')
            self._lines += sum(text.count(b"\n") for text in texts[self._quotes % 2 :: 2])
            self._quotes += len(texts) - 1

    def is_whole(self, total_count: str | None) -> bool:
        if self._format == "xlsx":
            return len(self._end) == ZIP_END and self._end.startswith(b"PK\x05\x06")
        if self._format == "parquet":
            return self._end.endswith(b"PAR1")
        rows = self._lines - (self._format == "csv")
        return str(rows) == total_count and self._end[-1:] in (b"\n", b"")


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Generator[IO[bytes], None, None]:
    """
    A new file, which takes the place of `path` when it is complete. A link stays a link to it. The mode and owner of a file that is
    there stay; where it is a mount or has another owner, the new file is copied into it. Raises ValueError for what is no file.
    """
    target = os.path.realpath(path)
    before = os.stat(path) if os.path.exists(path) else None
    if before and not stat.S_ISREG(before.st_mode):
        raise ValueError(f"{os.fspath(path)} is not a file: iterate over the download, and write its bytes there")
    part = os.path.join(os.path.dirname(target), f"{uuid4().hex}.part")
    try:
        with open(part, "xb") as file:
            if before:
                shutil.copymode(target, part)
            yield file
        try:
            if before and hasattr(os, "chown"):
                os.chown(part, before.st_uid, before.st_gid)
            os.replace(part, target)
        except OSError:
            if before is None:
                raise
            shutil.copyfile(part, target)
    finally:
        if os.path.exists(part):
            os.unlink(part)
