# Made by `npm run generate`. Do not edit.
"""What the API takes and returns, by its own names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

from ._query import Query

DECIMALS = {"activity", "amount", "billableAmount", "paidAmount", "rate", "totalScheduledPaymentsAmount", "totalScheduledPaymentsPaidAmount"}
INSTANTS = {"scheduledPaymentOn"}


class Person(TypedDict):
    _id: str
    """Opaque."""
    firstName: str
    lastName: str


class Team(TypedDict):
    _id: str
    """Opaque."""
    name: str


class PaymentContract(TypedDict):
    _id: str
    """Opaque."""
    title: str
    contractor: Person
    employer: Person
    team: Team | None
    """Null without a value."""


class ScheduledPayment(TypedDict):
    _id: str
    """Opaque."""
    name: str
    amount: Decimal
    """What was agreed. US dollars, with two decimals, exact."""
    paidAmount: Decimal
    """What was paid. US dollars, with two decimals, exact."""
    status: Literal["upcoming", "processing", "failed", "paid", "deleted"]
    scheduledPaymentOn: datetime
    """In UTC, with milliseconds."""
    contract: PaymentContract


class Pagination(TypedDict):
    currentPage: int
    """From 1."""
    itemsPerPage: int
    pagesCount: int
    """`totalCount / itemsPerPage`, rounded up; 0 when nothing matches."""
    totalCount: int
    """Rows on all pages."""


class ScheduledPaymentsStatistics(TypedDict):
    """Over all matching payments, not over the page; days are in UTC. Those with status `deleted` count, too, unless you filter by status."""

    contractsCount: int
    """Distinct contracts of all matching payments. Those with status `deleted` count, too, unless you filter by status."""
    scheduledPaymentsCount: int
    """All matching payments. Those with status `deleted` count, too, unless you filter by status."""
    paidScheduledPaymentsCount: int
    """Payments with status paid."""
    totalScheduledPaymentsPaidAmount: Decimal
    """The sum of `paidAmount` of all matching payments. Those with status `deleted` count, too, unless you filter by status. US dollars, with two decimals, exact."""


class ScheduledPaymentsSums(TypedDict):
    """Over all matching payments, not over the page; days are in UTC. Those with status `deleted` count, too, unless you filter by status."""

    contractsCount: int
    """Distinct contracts of all matching payments. Those with status `deleted` count, too, unless you filter by status."""
    scheduledPaymentsCount: int
    """All matching payments. Those with status `deleted` count, too, unless you filter by status."""
    paidScheduledPaymentsCount: int
    """Payments with status paid."""
    totalScheduledPaymentsPaidAmount: Decimal
    """The sum of `paidAmount` of all matching payments. Those with status `deleted` count, too, unless you filter by status. US dollars, with two decimals, exact."""
    totalScheduledPaymentsAmount: Decimal
    """The sum of `amount` of all matching payments. Those with status `deleted` count, too, unless you filter by status. US dollars, with two decimals, exact."""


class ScheduledPaymentsGroup(TypedDict):
    month: NotRequired[str]
    """A month in UTC, YYYY-MM."""
    status: NotRequired[Literal["upcoming", "processing", "failed", "paid", "deleted"]]
    team: NotRequired[Team | None]
    """Null without a value."""
    contractor: NotRequired[Person]
    contract: NotRequired[PaymentContract]
    statistics: ScheduledPaymentsSums


class ChangedScheduledPayment(TypedDict):
    """Where `removed` is false, every member of a row of the list. Where it is true, only the key."""

    _id: str
    """The key of the row."""
    name: str
    amount: Decimal
    """What was agreed. US dollars, with two decimals, exact."""
    paidAmount: Decimal
    """What was paid. US dollars, with two decimals, exact."""
    status: Literal["upcoming", "processing", "failed", "paid", "deleted"]
    scheduledPaymentOn: datetime
    """In UTC, with milliseconds."""
    contract: PaymentContract
    removed: bool
    """Whether the row matches no more, or never did."""


class TimesheetContract(TypedDict):
    _id: str
    """Opaque."""
    rate: Decimal
    """For an hour. US dollars, with two decimals, exact."""
    title: str
    contractor: Person
    employer: Person
    team: NotRequired[Team]
    """Left out without a value."""


class TimesheetStatistics(TypedDict):
    """Over the days of the range, in UTC."""

    billableMinutes: int
    """What may be billed."""
    billedMinutes: int
    """What has been billed."""
    manualMinutes: int
    """The part that was entered by hand."""
    overtimeMinutes: int
    """The part beyond the contract’s weekly limit, which is not billed."""
    trackedMinutes: int
    """All time."""
    activity: Decimal
    """Percentage of the tracker’s time with keyboard or mouse use, two decimals: the mean weighted by the tracker’s minutes; 0 where there are none."""
    billableAmount: Decimal
    """What may be billed. US dollars, with two decimals, exact."""


class Timesheet(TypedDict):
    contract: TimesheetContract
    statistics: TimesheetStatistics


class TimesheetsGroup(TypedDict):
    month: NotRequired[str]
    """A month in UTC, YYYY-MM."""
    team: NotRequired[Team | None]
    """Null without a value."""
    contractor: NotRequired[Person]
    contract: NotRequired[TimesheetContract]
    statistics: TimesheetStatistics


class ChangedTimesheet(TypedDict):
    """Where `removed` is false, every member of a row of the list. Where it is true, only the key."""

    contract: TimesheetContract
    statistics: TimesheetStatistics
    _id: str
    """The key of the row."""
    removed: bool
    """Whether the row matches no more, or never did."""


class ListedTeam(TypedDict):
    _id: str
    """Opaque."""
    name: str


class ListedContractor(TypedDict):
    _id: str
    """Opaque."""
    firstName: str
    lastName: str
    contracts: dict[str, Any]


class Company(TypedDict):
    _id: str
    """Opaque."""
    companyName: str


def scheduled_payments_page(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    scheduled_payment_statuses: Sequence[Literal["upcoming", "processing", "failed", "paid", "deleted"]] | None = None,
    min_amount: Decimal | float | int | None = None,
    max_amount: Decimal | float | int | None = None,
    from_date: date | str,
    to_date: date | str,
    page: int | None = None,
    items_per_page: int | None = None,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["scheduledPaymentOn", "date", "budget", "amount", "paidAmount", "scheduledPaymentStatus", "status", "contract", "contractor"] | None = None,
) -> Query[ScheduledPayment, ScheduledPaymentsStatistics]:
    return Query("/api/v1/external/reports/client/scheduled-payments/list", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "scheduledPaymentStatuses": scheduled_payment_statuses,
        "minAmount": min_amount,
        "maxAmount": max_amount,
        "fromDate": from_date,
        "toDate": to_date,
        "page": page,
        "itemsPerPage": items_per_page,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def scheduled_payments_file(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    scheduled_payment_statuses: Sequence[Literal["upcoming", "processing", "failed", "paid", "deleted"]] | None = None,
    min_amount: Decimal | float | int | None = None,
    max_amount: Decimal | float | int | None = None,
    from_date: date | str,
    to_date: date | str,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["scheduledPaymentOn", "date", "budget", "amount", "paidAmount", "scheduledPaymentStatus", "status", "contract", "contractor"] | None = None,
) -> Query[ScheduledPayment, ScheduledPaymentsStatistics]:
    return Query("/api/v1/external/reports/client/scheduled-payments/list", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "scheduledPaymentStatuses": scheduled_payment_statuses,
        "minAmount": min_amount,
        "maxAmount": max_amount,
        "fromDate": from_date,
        "toDate": to_date,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def scheduled_payments_summary_page(
    *,
    group_by: Sequence[Literal["month", "status", "team", "contractor", "contract"]],
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    scheduled_payment_statuses: Sequence[Literal["upcoming", "processing", "failed", "paid", "deleted"]] | None = None,
    min_amount: Decimal | float | int | None = None,
    max_amount: Decimal | float | int | None = None,
    from_date: date | str,
    to_date: date | str,
    page: int | None = None,
    items_per_page: int | None = None,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["groupBy", "contractsCount", "scheduledPaymentsCount", "paidScheduledPaymentsCount", "totalScheduledPaymentsPaidAmount", "totalScheduledPaymentsAmount"] | None = None,
) -> Query[ScheduledPaymentsGroup, ScheduledPaymentsSums]:
    return Query("/api/v1/external/reports/client/scheduled-payments/summary", {
        "groupBy": group_by,
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "scheduledPaymentStatuses": scheduled_payment_statuses,
        "minAmount": min_amount,
        "maxAmount": max_amount,
        "fromDate": from_date,
        "toDate": to_date,
        "page": page,
        "itemsPerPage": items_per_page,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def scheduled_payments_summary_file(
    *,
    group_by: Sequence[Literal["month", "status", "team", "contractor", "contract"]],
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    scheduled_payment_statuses: Sequence[Literal["upcoming", "processing", "failed", "paid", "deleted"]] | None = None,
    min_amount: Decimal | float | int | None = None,
    max_amount: Decimal | float | int | None = None,
    from_date: date | str,
    to_date: date | str,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["groupBy", "contractsCount", "scheduledPaymentsCount", "paidScheduledPaymentsCount", "totalScheduledPaymentsPaidAmount", "totalScheduledPaymentsAmount"] | None = None,
) -> Query[ScheduledPaymentsGroup, ScheduledPaymentsSums]:
    return Query("/api/v1/external/reports/client/scheduled-payments/summary", {
        "groupBy": group_by,
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "scheduledPaymentStatuses": scheduled_payment_statuses,
        "minAmount": min_amount,
        "maxAmount": max_amount,
        "fromDate": from_date,
        "toDate": to_date,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def scheduled_payments_changes(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    scheduled_payment_statuses: Sequence[Literal["upcoming", "processing", "failed", "paid", "deleted"]] | None = None,
    min_amount: Decimal | float | int | None = None,
    max_amount: Decimal | float | int | None = None,
    from_date: date | str,
    to_date: date | str,
    since: str | None = None,
) -> Query[ChangedScheduledPayment, ScheduledPaymentsStatistics]:
    return Query("/api/v1/external/reports/client/scheduled-payments/changes", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "scheduledPaymentStatuses": scheduled_payment_statuses,
        "minAmount": min_amount,
        "maxAmount": max_amount,
        "fromDate": from_date,
        "toDate": to_date,
        "since": since,
    })


def timesheets_page(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    from_date: date | str,
    to_date: date | str,
    page: int | None = None,
    items_per_page: int | None = None,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["contract", "contractor", "trackedTime", "trackedMinutes", "activity", "goMeter", "manual", "manualMinutes", "overtime", "overtimeMinutes", "billableTime", "billableMinutes", "billableAmount"] | None = None,
) -> Query[Timesheet, TimesheetStatistics]:
    return Query("/api/v1/external/reports/client/timesheets/list", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "fromDate": from_date,
        "toDate": to_date,
        "page": page,
        "itemsPerPage": items_per_page,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def timesheets_file(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    from_date: date | str,
    to_date: date | str,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["contract", "contractor", "trackedTime", "trackedMinutes", "activity", "goMeter", "manual", "manualMinutes", "overtime", "overtimeMinutes", "billableTime", "billableMinutes", "billableAmount"] | None = None,
) -> Query[Timesheet, TimesheetStatistics]:
    return Query("/api/v1/external/reports/client/timesheets/list", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "fromDate": from_date,
        "toDate": to_date,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def timesheets_summary_page(
    *,
    group_by: Sequence[Literal["month", "team", "contractor", "contract"]],
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    from_date: date | str,
    to_date: date | str,
    page: int | None = None,
    items_per_page: int | None = None,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["groupBy", "billableMinutes", "billedMinutes", "manualMinutes", "overtimeMinutes", "trackedMinutes", "activity", "billableAmount"] | None = None,
) -> Query[TimesheetsGroup, TimesheetStatistics]:
    return Query("/api/v1/external/reports/client/timesheets/summary", {
        "groupBy": group_by,
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "fromDate": from_date,
        "toDate": to_date,
        "page": page,
        "itemsPerPage": items_per_page,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def timesheets_summary_file(
    *,
    group_by: Sequence[Literal["month", "team", "contractor", "contract"]],
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    from_date: date | str,
    to_date: date | str,
    sort_order: Literal["asc", "desc"] | None = None,
    sort_field: Literal["groupBy", "billableMinutes", "billedMinutes", "manualMinutes", "overtimeMinutes", "trackedMinutes", "activity", "billableAmount"] | None = None,
) -> Query[TimesheetsGroup, TimesheetStatistics]:
    return Query("/api/v1/external/reports/client/timesheets/summary", {
        "groupBy": group_by,
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "fromDate": from_date,
        "toDate": to_date,
        "sortOrder": sort_order,
        "sortField": sort_field,
    })


def timesheets_changes(
    *,
    team_ids: Sequence[str] | None = None,
    contractor_ids: Sequence[str] | None = None,
    from_date: date | str,
    to_date: date | str,
    since: str | None = None,
) -> Query[ChangedTimesheet, TimesheetStatistics]:
    return Query("/api/v1/external/reports/client/timesheets/changes", {
        "teamIds": team_ids,
        "contractorIds": contractor_ids,
        "fromDate": from_date,
        "toDate": to_date,
        "since": since,
    })


def teams_page(
    *,
    search: str | None = None,
    ids: Sequence[str] | None = None,
    page: int | None = None,
    items_per_page: int | None = None,
) -> Query[ListedTeam, None]:
    return Query("/api/v1/external/reports/client/teams/list", {
        "search": search,
        "ids": ids,
        "page": page,
        "itemsPerPage": items_per_page,
    })


def contractors_page(
    *,
    search: str | None = None,
    ids: Sequence[str] | None = None,
    page: int | None = None,
    items_per_page: int | None = None,
) -> Query[ListedContractor, None]:
    return Query("/api/v1/external/reports/client/contractors/list", {
        "search": search,
        "ids": ids,
        "page": page,
        "itemsPerPage": items_per_page,
    })
