from __future__ import annotations

import io
import os
import random
from collections.abc import Iterator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, TypeVar, cast
from uuid import uuid4

import httpx

from .._content import Changes, Page, content_of, is_equal, keyed, parsed, query_of
from .._errors import ClientReportingError, ResponseInfo, incomplete_export, other_process, unexpected_response
from .._options import Call, Options
from .._waiting import Result, sleep
from ..types import Query
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
FileFormat = Literal["csv", "ndjson", "xlsx", "parquet"]

MEDIA_TYPES: dict[FileFormat, str] = {
    "csv": "text/csv",
    "ndjson": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}


@dataclass(eq=False, repr=False)
class List(Generic[OfPage, Row, Totals]):
    """A list that is read page by page."""

    _account: Account
    _options: Options
    _page_query: Callable[OfPage, Query[Row, Totals]]

    def list(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> Page[Row, Totals]:
        """One page."""
        return cast("Page[Row, Totals]", self._page(self._page_query(*args, **kwargs)))

    def list_if_changed(
        self, etag: str | None, *args: OfPage.args, **kwargs: OfPage.kwargs
    ) -> Page[Row, Totals] | None:
        """One page; None where nothing has changed since the answer with this `response.etag` to the same request."""
        return self._page(self._page_query(*args, **kwargs), condition(etag))

    def pages(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> Iterator[Page[Row, Totals]]:
        """Every page, of 100 rows unless `items_per_page` says another number. All are of the same data."""
        query = self._page_query(*args, **kwargs)
        rows: int | None = query.parameters["itemsPerPage"]
        page, count, headers = 1, 1, dict[str, str]()
        while page <= count:
            one = query.having(itemsPerPage=100 if rows is None else rows, page=page)
            try:
                found = cast("Page[Row, Totals]", self._page(one, headers))
            except ClientReportingError as error:
                if error.code != "data_changed" or self._options.on_change == "raise":
                    raise
                page, headers = 1, {}
                continue
            headers = {"If-Match": found.response.report_version or "*"}
            yield found
            page, count = page + 1, found.pagination["pagesCount"]

    def _page(self, query: Query[Row, Totals], headers: Mapping[str, str] = {}) -> Page[Row, Totals] | None:
        connection = self._account.here()
        response, body = connection.get(query.path, query_of(query.parameters), headers, self._options.starting())
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
        file = self._file("ndjson", self._file_query(*args, **kwargs))
        for row in file.rows():
            yield row

    def download(
        self, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> Download:
        """Every row as a file: save it, read it, or iterate over its bytes."""
        return self._file(file_format, self._file_query(*args, **kwargs))

    def download_if_changed(
        self, etag: str | None, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> Download | None:
        """The file; None where nothing has changed since the one with this `response.etag`."""
        file = self._file(file_format, self._file_query(*args, **kwargs), condition(etag))
        return file if file.response.status == 200 else None

    def to_arrow(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> pyarrow.Table:
        """Every row, amounts as decimals. It needs `pyarrow`."""
        import pyarrow.parquet

        file = self._parquet(self._file_query(*args, **kwargs))
        return pyarrow.parquet.read_table(file)  # pyright: ignore[reportUnknownMemberType]

    def to_pandas(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> pandas.DataFrame:
        """Every row, amounts as `Decimal`. It needs `pandas` and `pyarrow`."""
        table = self.to_arrow(*args, **kwargs)
        return table.to_pandas()  # pyright: ignore[reportUnknownMemberType]

    def to_polars(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> polars.DataFrame:
        """Every row, amounts as decimals. It needs `polars`."""
        import polars

        return polars.read_parquet(self._parquet(self._file_query(*args, **kwargs)))

    def _parquet(self, query: Query[Row, Totals]) -> io.BytesIO:
        return io.BytesIO((self._file("parquet", query)).read())

    def _file(
        self, file_format: FileFormat, query: Query[Any, Any], headers: Mapping[str, str] = {}
    ) -> Download:
        media_type = MEDIA_TYPES[file_format]
        call = self._options.starting()
        sent = {**headers, "Accept": media_type}
        connection = self._account.here()
        response, _ = connection.get(query.path, query_of(query.parameters), sent, call, stream=True)
        if response.status_code == 200 and not response.headers.get("Content-Type", "").startswith(media_type):
            body = response.read()
            raise unexpected_response(response, body)
        return Download(connection, response, call)


class Download:
    """A file on its way. Its bytes can be read once, where it was requested."""

    def __init__(self, connection: Connection, response: httpx.Response, call: Call):
        self.response = ResponseInfo.of(response)
        self._connection = connection
        self._response = response
        self._call = call

    def __iter__(self) -> Iterator[bytes]:
        """Raises `incomplete_export` where the bytes end too early, or do not come in time."""
        self._check()
        try:
            for part in self._response.iter_bytes():
                yield part
                self._check()
                if self._call.left() < 0:
                    raise self._call.timed_out()
        except httpx.HTTPError as error:
            raise (self._call.timed_out() if self._call.left() < 0 else incomplete_export(self._response)) from error
        finally:
            self.close()

    def _check(self) -> None:
        if not self._connection.is_here():
            raise other_process("This download", "Request it here.")

    def read(self) -> bytes:
        return b"".join([part for part in self])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file beside `path`, then renames it. A file that is already there stays until the new one is complete."""
        part = f"{os.fspath(path)}.{uuid4().hex[:12]}.part"
        try:
            with open(part, "xb") as file:
                for piece in self:
                    file.write(piece)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.unlink(part)
            raise

    def close(self) -> None:
        if self._connection.is_here():
            self._response.close()

    def rows(self) -> Iterator[Any]:
        count, rest = 0, b""
        for piece in self:
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                count += 1
                yield parsed(line)
        if str(count) != self.response.headers.get("X-Total-Count"):
            raise incomplete_export(self._response)


@dataclass
class Copy(Generic[Row]):
    """What `sync` does with the rows of a copy."""

    load: Callable[[Iterator[Row], str], Result[None]]
    """Replaces the copy by these rows, and keeps the version: best in one transaction."""
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

    def sync(
        self, copy: Copy[ChangedRow], *args: OfChanges.args, **kwargs: OfChanges.kwargs
    ) -> str:
        """
        Brings a copy up to date; one that has no version, or one that the service no longer knows, is loaded. Returns the version of the
        copy, which is the `since` of the next time. Raises `copy_differs` where a copy that was loaded again still differs.
        """
        query = self._changes_query(*args, **kwargs)
        version: str | None = query.parameters["since"]
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
        copy.load(with_keys(file.rows()), version)
        return version

    def _changes(self, query: Query[ChangedRow, Totals]) -> Iterator[Changes[ChangedRow, Totals]]:
        version: str | None = query.parameters["since"]
        more = True
        while more:
            sent = query_of({**query.parameters, "since": version})
            response, body = self._account.here().get(query.path, sent, {}, self._options.starting())
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


def with_keys(rows: Iterator[Any]) -> Iterator[Any]:
    for row in rows:
        yield keyed(row)


def pause(copy: Copy[Any], polls: int) -> None:
    sleep(polls * copy.poll_seconds * random.uniform(0.9, 1.1))


def condition(etag: str | None) -> dict[str, str]:
    return {"If-None-Match": etag} if etag else {}
