from __future__ import annotations

import io
import os
import random
from collections.abc import Iterator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

import httpx

from .._content import Changes, Page, content_of, is_equal, keyed, parsed
from .._errors import ClientReportingError, ResponseInfo, incomplete_export, other_process, unexpected_response
from .._files import MEDIA_TYPES, FileCheck, FileFormat, replacing
from .._options import Call, Options
from .._query import Query
from .._waiting import Answer, Result, sleep
from .connection import Account, Connection

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

OfPage = ParamSpec("OfPage")
OfFile = ParamSpec("OfFile")
OfChanges = ParamSpec("OfChanges")
Row = TypeVar("Row")
Totals = TypeVar("Totals")
ChangedRow = TypeVar("ChangedRow")

MAX_RESTARTS = 10
STILL_CHANGING = (
    f"The data changed during each of {MAX_RESTARTS + 1} attempts to read all pages. Use `rows` or `download`: they are of one moment."
)


@dataclass(eq=False, repr=False)
class List(Generic[OfPage, Row, Totals]):
    """A list that is read page by page."""

    _account: Account
    _options: Options
    _page_query: Callable[OfPage, Query[Row, Totals]]

    def list(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> Answer[Page[Row, Totals]]:
        """One page."""
        return self._page(self._page_query(*args, **kwargs))

    def list_if_changed(
        self, etag: str | None, *args: OfPage.args, **kwargs: OfPage.kwargs
    ) -> Answer[Page[Row, Totals] | None]:
        """One page; None where nothing has changed since the answer with this `response.etag` to the same request."""
        return self._page(self._page_query(*args, **kwargs), condition(etag))

    def pages(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> Iterator[Page[Row, Totals]]:
        """Every page, of 100 rows unless `items_per_page` says another number. All are of the same data."""
        return self._pages(self._page_query(*args, **kwargs))

    def _pages(self, query: Query[Row, Totals]) -> Iterator[Page[Row, Totals]]:
        rows = query.parameters.get("itemsPerPage", 100)
        page, count, headers, restarts = 1, 1, dict[str, str](), 0
        while page <= count:
            try:
                found = self._page(query.having(itemsPerPage=rows, page=page), headers)
            except ClientReportingError as error:
                if error.code != "data_changed" or self._options.on_change == "raise":
                    raise
                if restarts == MAX_RESTARTS:
                    raise ClientReportingError("data_changed", STILL_CHANGING) from error
                page, headers, restarts = 1, {}, restarts + 1
                continue
            headers = {"If-Match": found.response.report_version or "*"}
            yield found
            page, count = page + 1, found.pagination["pagesCount"]

    def _page(self, query: Query[Row, Totals], headers: Mapping[str, str] = {}) -> Any:
        """A Page; None where nothing has changed."""
        connection = self._account.connection()
        response, body = connection.get(query.path, query.parameters, headers, self._options.starting())
        if response.status_code == 304:
            return None
        found = content_of(response, body)
        return Page(found["results"], found["pagination"], found.get("statistics"), ResponseInfo.of(response))


@dataclass(eq=False, repr=False)
class Table(List[OfPage, Row, Totals], Generic[OfPage, OfFile, Row, Totals]):
    """A list that is a file, too."""

    _file_query: Callable[OfFile, Query[Row, Totals]]

    def rows(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> Iterator[Row]:
        """Every row, of one moment, from one request. It ends only after the last row."""
        return self._rows(self._file_query(*args, **kwargs))

    def _rows(self, query: Query[Row, Totals]) -> Iterator[Row]:
        file = self._file("ndjson", query)
        for row in file.rows():
            yield row

    def download(
        self, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> Answer[Download]:
        """Every row as a file: save it, read it, or iterate over its bytes."""
        return self._file(file_format, self._file_query(*args, **kwargs))

    def download_if_changed(
        self, etag: str | None, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> Answer[Download | None]:
        """The file; None where nothing has changed since the one with this `response.etag`."""
        return self._file_if_changed(file_format, self._file_query(*args, **kwargs), condition(etag))

    def to_arrow(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> Answer[pyarrow.Table]:
        """Every row, amounts as decimals. It needs `pyarrow`."""
        import pyarrow.parquet

        parquet: Any = pyarrow.parquet
        return self._table(self._file_query(*args, **kwargs), parquet.read_table)

    def to_pandas(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> Answer[pandas.DataFrame]:
        """Every row, amounts as `Decimal`. It needs `pandas` and `pyarrow`."""
        import pyarrow.parquet

        parquet: Any = pyarrow.parquet
        return self._table(self._file_query(*args, **kwargs), lambda file: parquet.read_table(file).to_pandas())

    def to_polars(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> Answer[polars.DataFrame]:
        """Every row, amounts as decimals. It needs `polars`."""
        import polars

        return self._table(self._file_query(*args, **kwargs), polars.read_parquet)

    def _table(self, query: Query[Row, Totals], read: Callable[[io.BytesIO], Any]) -> Any:
        file = self._file("parquet", query)
        return read(io.BytesIO(file.read()))

    def _file_if_changed(
        self, file_format: FileFormat, query: Query[Any, Any], headers: Mapping[str, str]
    ) -> Download | None:
        file = self._file(file_format, query, headers)
        return file if file.response.status == 200 else None

    def _file(
        self, file_format: FileFormat, query: Query[Any, Any], headers: Mapping[str, str] = {}
    ) -> Download:
        media_type = MEDIA_TYPES[file_format]
        call = self._options.starting()
        sent = {**headers, "Accept": media_type}
        connection = self._account.connection()
        response, _ = connection.get(query.path, query.parameters, sent, call, stream=True)
        if response.status_code == 200 and not response.headers.get("Content-Type", "").startswith(media_type):
            body = response.read()
            raise unexpected_response(response, body)
        return Download(connection, response, call, file_format)


class Download:
    """A file on its way. Its bytes can be read once, where it was requested."""

    def __init__(self, connection: Connection, response: httpx.Response, call: Call, file_format: FileFormat):
        self.response = ResponseInfo.of(response)
        self._connection = connection
        self._response = response
        self._call = call
        self._format: FileFormat = file_format

    def __iter__(self) -> Iterator[bytes]:
        """Raises `incomplete_export` where rows are missing at the end, or bytes do not come in time."""
        self._require_usable()
        check = FileCheck(self._format)
        try:
            for part in self._response.iter_bytes():
                check.add(part)
                yield part
                self._require_usable()
                if self._call.left() < 0:
                    raise self._call.timed_out()
        except (httpx.HTTPError, httpx.StreamClosed) as error:
            raise (self._call.timed_out() if self._call.left() < 0 else incomplete_export(self._response)) from error
        finally:
            self.close()
        if not check.is_whole(self.total_count):
            raise incomplete_export(self._response)

    @property
    def total_count(self) -> str | None:
        return self.response.headers.get("X-Total-Count")

    def _require_usable(self) -> None:
        if not self._connection.is_usable():
            raise other_process("This download", "Request it here.")

    def read(self) -> bytes:
        return b"".join([part for part in self])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replaces `path` when the file is complete; until then, a file that is there stays. Raises ValueError for what is no file."""
        with replacing(path) as file:
            for part in self:
                file.write(part)

    def close(self) -> None:
        if self._connection.is_usable():
            self._response.close()

    def rows(self) -> Iterator[Any]:
        rest = b""
        for part in self:
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                yield parsed(line)


@dataclass
class Copy(Generic[Row]):
    """What `sync` does with the rows of a copy."""

    load: Callable[[Iterator[Row], str], Result[None]]
    """Replaces the copy by all of these rows, and keeps the version: best in one transaction, which ends after the last row."""
    apply: Callable[[list[Row], list[str], str], Result[None]]
    """Adds or replaces rows by `_id`, deletes those with the keys of the second list, and keeps the version: best in one transaction."""
    count: Callable[[], Result[tuple[int, Mapping[str, Any]]]] | None = None
    """Rows and statistics of the copy, to be compared with the report whenever it is complete. A copy that differs is loaded again, once."""
    follow: bool = False
    """Whether to ask for changes again every `poll_seconds`, until `stop` returns True."""
    poll_seconds: float = 15.0
    """At least 5. It varies by a tenth, so that programs do not ask together."""
    stop: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        if not 5 <= self.poll_seconds <= 86_400:
            raise ValueError("poll_seconds must be a number of seconds from 5 to 86400")


@dataclass(eq=False, repr=False)
class Report(
    Table[OfPage, OfFile, Row, Totals],
    Generic[OfPage, OfFile, OfChanges, Row, ChangedRow, Totals],
):
    """A report: pages, files, and what changed."""

    _changes_query: Callable[OfChanges, Query[ChangedRow, Totals]]

    def changes(self, *args: OfChanges.args, **kwargs: OfChanges.kwargs) -> Iterator[Changes[ChangedRow, Totals]]:
        """What changed `since` a version, answer by answer, until there is no more. Without `since`, the whole report."""
        return self._changes(self._changes_query(*args, **kwargs))

    def sync(self, copy: Copy[ChangedRow], *args: OfChanges.args, **kwargs: OfChanges.kwargs) -> Answer[str]:
        """
        Brings a copy up to date; one that has no version, or one that the service no longer knows, is loaded. Returns the version of the
        copy, which is the `since` of the next time. Raises `incomplete_copy` where `load` ends before it has read all rows, and
        `copy_differs` where a copy that was loaded again still differs.
        """
        return self._sync(copy, self._changes_query(*args, **kwargs))

    def _sync(self, copy: Copy[ChangedRow], query: Query[ChangedRow, Totals]) -> str:
        version: str | None = query.parameters.get("since")
        gone = differed = 0
        while True:
            if version is None:
                version = self._load(copy, query)
            answer = None
            try:
                for answer in self._changes(query.having(since=version)):
                    if answer.version != version:
                        copy.apply(answer.rows, answer.removed_ids, answer.version)
                    version = answer.version
            except ClientReportingError as error:
                if error.code != "version_gone":
                    raise
                version, gone = None, gone + 1
                # While the service is updated, its processes may refuse each other's versions.
                if gone > 1:
                    pause(copy, min(2 ** (gone - 2), 20))
                continue
            gone = 0
            if answer and copy.count and not is_equal(copy.count(), answer):
                differed += 1
                if differed > 1:
                    message = "The copy differs from the report, also after it was loaded again. Look at what load and apply do."
                    raise ClientReportingError("copy_differs", message)
                version = None
                continue
            differed = 0
            if not copy.follow or copy.stop():
                return version
            pause(copy, 1)
            if copy.stop():
                return version

    def _load(self, copy: Copy[ChangedRow], query: Query[ChangedRow, Totals]) -> str:
        whole = {name: value for name, value in query.parameters.items() if name != "since"}
        file = self._file("ndjson", Query(query.path.removesuffix("changes") + "list", whole))
        version = (file.response.report_version or "").strip('"')
        if not version:
            raise unexpected_response(file._response, b"")  # pyright: ignore[reportPrivateUsage]
        read = 0

        def rows() -> Iterator[Any]:
            nonlocal read
            for row in file.rows():
                read += 1
                yield keyed(row)

        try:
            copy.load(rows(), version)
        finally:
            file.close()
        if str(read) != file.total_count:
            message = f"load ended after {read} of {file.total_count} rows, so the copy must be loaded again. Read all rows before load returns."
            raise ClientReportingError("incomplete_copy", message)
        return version

    def _changes(self, query: Query[ChangedRow, Totals]) -> Iterator[Changes[ChangedRow, Totals]]:
        version: str | None = query.parameters.get("since")
        more = True
        while more:
            sent = query.having(since=version).parameters
            response, body = self._account.connection().get(query.path, sent, {}, self._options.starting())
            found = content_of(response, body)
            version, more = found["version"], found["more"]
            yield Changes(
                [row for row in found["results"] if not row["removed"]],
                [row["_id"] for row in found["results"] if row["removed"]],
                found["version"],
                found["more"],
                found.get("totalCount"),
                found.get("statistics"),
                ResponseInfo.of(response),
            )


def pause(copy: Copy[Any], polls: int) -> None:
    sleep(polls * copy.poll_seconds * random.uniform(0.9, 1.1))


def condition(etag: str | None) -> dict[str, str]:
    return {"If-None-Match": etag} if etag else {}
