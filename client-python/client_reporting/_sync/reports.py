# Made by `npm run generate`. Do not edit.
from __future__ import annotations

from .. import types
from .._options import Options
from .connection import Account
from .report import List, Report, Table


class Reports:
    """The lists, reports and summaries of the API."""

    def __init__(self, account: Account, options: Options):
        self._account = account
        self._options = options
        self.scheduled_payments = Report(
            account, options, types.scheduled_payments_page, types.scheduled_payments_file, types.scheduled_payments_changes
        )
        self.scheduled_payments_summary = Table(
            account, options, types.scheduled_payments_summary_page, types.scheduled_payments_summary_file
        )
        self.timesheets = Report(
            account, options, types.timesheets_page, types.timesheets_file, types.timesheets_changes
        )
        self.timesheets_summary = Table(
            account, options, types.timesheets_summary_page, types.timesheets_summary_file
        )
        self.teams = List(
            account, options, types.teams_page
        )
        self.contractors = List(
            account, options, types.contractors_page
        )
