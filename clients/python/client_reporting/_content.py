"""JSON as Python values: money as `Decimal`, times as `datetime`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Generic, TypeVar, cast

import httpx

from ._errors import ResponseInfo, unexpected_response
from .types import DECIMALS, INSTANTS, Pagination

Row = TypeVar("Row")
Totals = TypeVar("Totals")


@dataclass(frozen=True)
class Page(Generic[Row, Totals]):
    results: list[Row]
    pagination: Pagination
    statistics: Totals
    """Over all rows that match, on every page. None for names."""
    response: ResponseInfo


@dataclass(frozen=True)
class Changes(Generic[Row, Totals]):
    rows: list[Row]
    """Rows that are new or changed, with their key `_id`."""
    removed_ids: list[str]
    """Keys of rows that no longer match."""
    version: str
    """The `since` of the next request."""
    more: bool
    """Whether the copy is not complete yet."""
    total_count: int | None
    statistics: Totals | None
    response: ResponseInfo


def content_of(response: httpx.Response, body: bytes) -> Any:
    try:
        found = parsed(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise unexpected_response(response, body)
    return cast(Any, found)


def parsed(text: bytes | str) -> Any:
    return json.loads(text, parse_float=Decimal, object_hook=with_types)


def with_types(members: dict[str, Any]) -> dict[str, Any]:
    for name in members.keys() & DECIMALS:
        if isinstance(members[name], int):
            members[name] = Decimal(members[name])
    for name in members.keys() & INSTANTS:
        members[name] = datetime.fromisoformat(members[name].replace("Z", "+00:00"))
    return members


def keyed(row: Any) -> Any:
    """As changes have a row: one of timesheets has the key of its contract."""
    return {**row, "_id": row.get("_id") or row["contract"]["_id"], "removed": False}


def is_equal(copy: tuple[int, Mapping[str, Any]], answer: Changes[Any, Any]) -> bool:
    """To the cent, so that a sum of floats or its text will do. A sum of no rows is None in SQL."""
    total_count, statistics = copy
    known = cast("Mapping[str, Any]", answer.statistics or {})
    return total_count == answer.total_count and all(
        abs(number_of(name, value) - number_of(name, known.get(name, ""))) < Decimal("0.005")
        for name, value in statistics.items()
    )


def number_of(name: str, value: Any) -> Decimal:
    try:
        found = Decimal(str(0 if value is None else value))
    except ArithmeticError:
        found = Decimal("nan")
    if not found.is_finite():
        raise ValueError(f"count: {name} must be a number of the report, as a number or its text")
    return found
