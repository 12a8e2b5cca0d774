import { addressOfOne } from '../api/address.ts';
import type { Grouped, ReportQuery } from '../api/reports.ts';
import { rangeOfMonth } from '../api/dates.ts';
import type { Range } from '../api/dates.ts';
import { month, personName } from '../parts/formats.ts';
import type { Label } from './bars.tsx';

/**
 * The name of each group, its year, and what shows only its rows: a month by team, a team by contractor, a contractor by month. Those that
 * aren't months have their rank, which tells equal and long ones apart.
 */
export function labelsOf(query: ReportQuery, rows: Grouped[], change: (part: Partial<ReportQuery>) => void): Label[] {
  const { by } = query;
  return rows.map((row, index) => {
    if (by === 'month') {
      const { month: of = '' } = row;
      return { name: month(of), show: () => change({ ...daysOf(of, query), by: 'team' }) };
    }
    const { team, contract } = row;
    const contractor = row.contractor ?? contract?.contractor;
    const rank = `${index + 1}.`;
    if (by === 'team') {
      const show = team ? () => change({ teamIds: [team._id], by: 'contractor' }) : undefined;
      return { rank, name: team?.name ?? 'No team', href: team ? addressOfOne('teamIds', team._id) : undefined, show };
    }
    if (!contractor) return { rank, name: '' };
    const name = personName(contractor);
    return {
      rank,
      name: contract ? `${contract.title}, ${name}` : name,
      href: addressOfOne('contractorIds', contractor._id),
      show: () => change({ contractorIds: [contractor._id], by: 'month' }),
    };
  });
}

/** Those of the month that are in the range. */
function daysOf(month: string, range: Range): Range {
  const { fromDate, toDate } = rangeOfMonth(month);
  return {
    fromDate: fromDate < range.fromDate ? range.fromDate : fromDate,
    toDate: toDate > range.toDate ? range.toDate : toDate,
  };
}
