"""A request as text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")
Totals = TypeVar("Totals")

REQUIRED = ("fromDate", "toDate", "groupBy")


@dataclass(frozen=True)
class Query(Generic[Row, Totals]):
    """A request, which knows what its answers hold. What the program does to its own objects later changes nothing."""

    path: str
    parameters: Mapping[str, Any]
    """Texts, by the names of the API."""

    def __post_init__(self) -> None:
        given = {name: text_of(name, value) for name, value in self.parameters.items() if value is not None}
        object.__setattr__(self, "parameters", given)

    def having(self, **parameters: Any) -> Query[Row, Totals]:
        return Query(self.path, {**self.parameters, **parameters})


def text_of(name: str, value: Any) -> str:
    """Lists are JSON, since ids may contain commas. Raises ValueError for an empty one: the API would take it as left out."""
    if isinstance(value, datetime):
        raise TypeError(f"{name} must be a date, not a datetime: which day it is depends on its time zone. Use .date()")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    try:
        values: list[Any] = [value] if isinstance(value, (str, int, float)) else list(value)
        text = str(value) if isinstance(value, (str, int, float)) else json.dumps(values)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error
    if name != "search" and all(one is None or str(one).strip(" ,\t\n") == "" for one in values):
        raise ValueError(f"{name} is empty: {'it needs a value' if name in REQUIRED else 'leave it out for all'}")
    return text
