# pyright: basic
"""Tables of other packages, from a Parquet file. Each package is imported only where it is used."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    ArrowTable: TypeAlias = pyarrow.Table
    PandasFrame: TypeAlias = pandas.DataFrame
    PolarsFrame: TypeAlias = polars.DataFrame


def arrow_table(parquet: bytes) -> ArrowTable:
    import pyarrow.parquet

    return pyarrow.parquet.read_table(io.BytesIO(parquet))


def pandas_frame(parquet: bytes) -> PandasFrame:
    return arrow_table(parquet).to_pandas()


def polars_frame(parquet: bytes) -> PolarsFrame:
    import polars

    return polars.read_parquet(io.BytesIO(parquet))
