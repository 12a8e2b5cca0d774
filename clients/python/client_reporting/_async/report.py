from __future__ import annotations

import io
import os
import random
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, ParamSpec, TypeVar, cast
from uuid import uuid4

import httpx

from .._content import Changes, Page, content_of, is_equal, keyed, parsed, query_of
from .._errors import ClientReportingError, ResponseInfo, incomplete_export, other_process, unexpected_response
from .._options import Call, Options
from .._waiting import AsyncResult, async_sleep
from ..types import Query
from .connection import AsyncAccount, AsyncConnection

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
class AsyncList(Generic[OfPage, Row, Totals]):
    """A list that is read page by page."""

    _account: AsyncAccount
    _options: Options
    _page_query: Callable[OfPage, Query[Row, Totals]]

    async def list(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> Page[Row, Totals]:
        """One page."""
        return cast("Page[Row, Totals]", await self._page(self._page_query(*args, **kwargs)))

    async def list_if_changed(
        self, etag: str | None, *args: OfPage.args, **kwargs: OfPage.kwargs
    ) -> Page[Row, Totals] | None:
        """One page; None where nothing has changed since the answer with this `response.etag` to the same request."""
        return await self._page(self._page_query(*args, **kwargs), condition(etag))

    async def pages(self, *args: OfPage.args, **kwargs: OfPage.kwargs) -> AsyncIterator[Page[Row, Totals]]:
        """Every page, of 100 rows unless `items_per_page` says another number. All are of the same data."""
        query = self._page_query(*args, **kwargs)
        rows: int | None = query.parameters["itemsPerPage"]
        page, count, headers = 1, 1, dict[str, str]()
        while page <= count:
            one = query.having(itemsPerPage=100 if rows is None else rows, page=page)
            try:
                found = cast("Page[Row, Totals]", await self._page(one, headers))
            except ClientReportingError as error:
                if error.code != "data_changed" or self._options.on_change == "raise":
                    raise
                page, headers = 1, {}
                continue
            headers = {"If-Match": found.response.report_version or "*"}
            yield found
            page, count = page + 1, found.pagination["pagesCount"]

    async def _page(self, query: Query[Row, Totals], headers: Mapping[str, str] = {}) -> Page[Row, Totals] | None:
        connection = self._account.here()
        response, body = await connection.get(query.path, query_of(query.parameters), headers, self._options.starting())
        if response.status_code == 304:
            return None
        found = content_of(response, body)
        return Page(found["results"], found["pagination"], found.get("statistics"), ResponseInfo.of(response))


@dataclass(eq=False, repr=False)
class AsyncTable(AsyncList[OfPage, Row, Totals], Generic[OfPage, OfFile, Row, Totals]):
    """A list that is a file, too."""

    _file_query: Callable[OfFile, Query[Row, Totals]]

    async def rows(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> AsyncIterator[Row]:
        """Every row, of one moment, from one request. It ends only after the last row."""
        file = await self._file("ndjson", self._file_query(*args, **kwargs))
        async for row in file.rows():
            yield row

    async def download(
        self, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> AsyncDownload:
        """Every row as a file: save it, read it, or iterate over its bytes."""
        return await self._file(file_format, self._file_query(*args, **kwargs))

    async def download_if_changed(
        self, etag: str | None, file_format: FileFormat, *args: OfFile.args, **kwargs: OfFile.kwargs
    ) -> AsyncDownload | None:
        """The file; None where nothing has changed since the one with this `response.etag`."""
        file = await self._file(file_format, self._file_query(*args, **kwargs), condition(etag))
        return file if file.response.status == 200 else None

    async def to_arrow(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> pyarrow.Table:
        """Every row, amounts as decimals. It needs `pyarrow`."""
        import pyarrow.parquet

        file = await self._parquet(self._file_query(*args, **kwargs))
        return pyarrow.parquet.read_table(file)  # pyright: ignore[reportUnknownMemberType]

    async def to_pandas(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> pandas.DataFrame:
        """Every row, amounts as `Decimal`. It needs `pandas` and `pyarrow`."""
        table = await self.to_arrow(*args, **kwargs)
        return table.to_pandas()  # pyright: ignore[reportUnknownMemberType]

    async def to_polars(self, *args: OfFile.args, **kwargs: OfFile.kwargs) -> polars.DataFrame:
        """Every row, amounts as decimals. It needs `polars`."""
        import polars

        return polars.read_parquet(await self._parquet(self._file_query(*args, **kwargs)))

    async def _parquet(self, query: Query[Row, Totals]) -> io.BytesIO:
        return io.BytesIO(await (await self._file("parquet", query)).read())

    async def _file(
        self, file_format: FileFormat, query: Query[Any, Any], headers: Mapping[str, str] = {}
    ) -> AsyncDownload:
        media_type = MEDIA_TYPES[file_format]
        call = self._options.starting()
        sent = {**headers, "Accept": media_type}
        connection = self._account.here()
        response, _ = await connection.get(query.path, query_of(query.parameters), sent, call, stream=True)
        if response.status_code == 200 and not response.headers.get("Content-Type", "").startswith(media_type):
            body = await response.aread()
            raise unexpected_response(response, body)
        return AsyncDownload(connection, response, call)


class AsyncDownload:
    """A file on its way. Its bytes can be read once, where it was requested."""

    def __init__(self, connection: AsyncConnection, response: httpx.Response, call: Call):
        self.response = ResponseInfo.of(response)
        self._connection = connection
        self._response = response
        self._call = call

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Raises `incomplete_export` where the bytes end too early, or do not come in time."""
        self._check()
        try:
            async for part in self._response.aiter_bytes():
                yield part
                self._check()
                if self._call.left() < 0:
                    raise self._call.timed_out()
        except httpx.HTTPError as error:
            raise (self._call.timed_out() if self._call.left() < 0 else incomplete_export(self._response)) from error
        finally:
            await self.aclose()

    def _check(self) -> None:
        if not self._connection.is_here():
            raise other_process("This download", "Request it here.")

    async def read(self) -> bytes:
        return b"".join([part async for part in self])

    async def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file beside `path`, then renames it. A file that is already there stays until the new one is complete."""
        part = f"{os.fspath(path)}.{uuid4().hex[:12]}.part"
        try:
            with open(part, "xb") as file:
                async for piece in self:
                    file.write(piece)
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.unlink(part)
            raise

    async def aclose(self) -> None:
        if self._connection.is_here():
            await self._response.aclose()

    async def rows(self) -> AsyncIterator[Any]:
        count, rest = 0, b""
        async for piece in self:
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                count += 1
                yield parsed(line)
        if str(count) != self.response.headers.get("X-Total-Count"):
            raise incomplete_export(self._response)


@dataclass
class AsyncCopy(Generic[Row]):
    """What `sync` does with the rows of a copy."""

    load: Callable[[AsyncIterator[Row], str], AsyncResult[None]]
    """Replaces the copy by these rows, and keeps the version: best in one transaction."""
    apply: Callable[[list[Row], list[str], str], AsyncResult[None]]
    """Adds or replaces rows by `_id`, deletes those with the keys of the second list, and keeps the version: best in one transaction."""
    count: Callable[[], AsyncResult[tuple[int, Mapping[str, Any]]]] | None = None
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
class AsyncReport(
    AsyncTable[OfPage, OfFile, Row, Totals],
    Generic[OfPage, OfFile, OfChanges, Row, ChangedRow, Totals],
):
    """A report: pages, files, and what changed."""

    _changes_query: Callable[OfChanges, Query[ChangedRow, Totals]]

    def changes(self, *args: OfChanges.args, **kwargs: OfChanges.kwargs) -> AsyncIterator[Changes[ChangedRow, Totals]]:
        """What changed `since` a version, answer by answer, until there is no more. Without `since`, the whole report."""
        return self._changes(self._changes_query(*args, **kwargs))

    async def sync(
        self, copy: AsyncCopy[ChangedRow], *args: OfChanges.args, **kwargs: OfChanges.kwargs
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
                version = await self._load(copy, query)
            answer = None
            try:
                async for answer in self._changes(query.having(since=version)):
                    if answer.version != version:
                        await copy.apply(answer.rows, answer.removed_ids, answer.version)
                    version = answer.version
            except ClientReportingError as error:
                if error.code != "version_gone":
                    raise
                version, gone = None, gone + 1
                # While the service is updated, its processes may refuse each other's versions.
                if gone > 1:
                    await pause(copy, min(2 ** (gone - 2), 20))
                continue
            gone = 0
            if answer and copy.count and not is_equal(await copy.count(), answer):
                differed += 1
                if differed > 1:
                    message = "The copy differs from the report, also after it was loaded again. Look at what load and apply do."
                    raise ClientReportingError("copy_differs", message)
                version = None
                continue
            differed = 0
            if not copy.follow or copy.stop():
                return version
            await pause(copy, 1)
            if copy.stop():
                return version

    async def _load(self, copy: AsyncCopy[ChangedRow], query: Query[ChangedRow, Totals]) -> str:
        whole = {name: value for name, value in query.parameters.items() if name != "since"}
        file = await self._file("ndjson", Query(query.path.removesuffix("changes") + "list", whole))
        version = (file.response.report_version or "").strip('"')
        if not version:
            raise unexpected_response(file._response, b"")  # pyright: ignore[reportPrivateUsage]
        await copy.load(with_keys(file.rows()), version)
        return version

    async def _changes(self, query: Query[ChangedRow, Totals]) -> AsyncIterator[Changes[ChangedRow, Totals]]:
        version: str | None = query.parameters["since"]
        more = True
        while more:
            sent = query_of({**query.parameters, "since": version})
            response, body = await self._account.here().get(query.path, sent, {}, self._options.starting())
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


async def with_keys(rows: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for row in rows:
        yield keyed(row)


async def pause(copy: AsyncCopy[Any], polls: int) -> None:
    await async_sleep(polls * copy.poll_seconds * random.uniform(0.9, 1.1))


def condition(etag: str | None) -> dict[str, str]:
    return {"If-None-Match": etag} if etag else {}
