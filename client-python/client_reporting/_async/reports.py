# Made by `npm run generate`. Do not edit.
from __future__ import annotations

from .. import types
from .._options import Options
from .connection import AsyncConnections
from .report import AsyncList, AsyncReport, AsyncTable


class AsyncReports:
    """The lists, reports and summaries of the API."""

    def __init__(self, connections: AsyncConnections, options: Options):
        self._connections = connections
        self._options = options
        self.scheduled_payments = AsyncReport(
            connections,
            options,
            "/api/v1/external/reports/client/scheduled-payments/list",
            types.scheduled_payments_page,
            types.scheduled_payments_file,
            types.scheduled_payments_changes,
        )
        self.scheduled_payments_summary = AsyncTable(
            connections,
            options,
            "/api/v1/external/reports/client/scheduled-payments/summary",
            types.scheduled_payments_summary_page,
            types.scheduled_payments_summary_file,
        )
        self.timesheets = AsyncReport(
            connections,
            options,
            "/api/v1/external/reports/client/timesheets/list",
            types.timesheets_page,
            types.timesheets_file,
            types.timesheets_changes,
        )
        self.timesheets_summary = AsyncTable(
            connections,
            options,
            "/api/v1/external/reports/client/timesheets/summary",
            types.timesheets_summary_page,
            types.timesheets_summary_file,
        )
        self.teams = AsyncList(
            connections,
            options,
            "/api/v1/external/reports/client/teams/list",
            types.teams_page,
        )
        self.contractors = AsyncList(
            connections,
            options,
            "/api/v1/external/reports/client/contractors/list",
            types.contractors_page,
        )
