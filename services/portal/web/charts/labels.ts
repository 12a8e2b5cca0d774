import { addressOfOne } from '../api/address.ts';
import type { Change } from '../api/address.ts';
import { monthWithin } from '../api/dates.ts';
import type { Group, ReportQuery } from '../api/reports.ts';
import { month, personName } from '../parts/formats.ts';

/** Of a bar: its name, its year, and what a click on it shows. */
export type Label = { name: string; href?: string; show?: () => void };

/** A click on a month shows its teams, on a team its contractors, on a contractor or a contract the contractor's months. */
export function labelsOf(query: ReportQuery, rows: Group[], change: Change): Label[] {
  return rows.map(({ month: of = '', team, contract, contractor = contract?.contractor }) => {
    if (query.by === 'month') {
      return { name: month(of), show: () => change({ ...monthWithin(of, query), by: 'team' }) };
    }
    if (contractor) {
      const id = contractor._id;
      return {
        name: `${contract ? `${contract.title}, ` : ''}${personName(contractor)}`,
        href: addressOfOne('contractorIds', id),
        show: () => change({ contractorIds: [id], by: 'month' }),
      };
    }
    if (!team) return { name: 'No team' };
    const { _id: id, name } = team;
    return { name, href: addressOfOne('teamIds', id), show: () => change({ teamIds: [id], by: 'contractor' }) };
  });
}
