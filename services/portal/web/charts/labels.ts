import type { Group, Grouped } from '../api/reports.ts';
import { month, personName } from '../parts/formats.ts';

/** The name of each group. Those that aren't months begin with their rank, which tells equal and long ones apart. */
export function labelsOf(by: Group, rows: Grouped[]): string[] {
  return rows.map((row, index) => (by === 'month' ? month(row.month ?? '') : `${index + 1}. ${nameOf(by, row)}`));
}

function nameOf(by: Group, { team, contractor, contract }: Grouped): string {
  if (by === 'team') return team?.name ?? 'No team';
  if (by === 'contractor') return contractor ? personName(contractor) : '';
  return contract ? `${personName(contract.contractor)} · ${contract.title}` : '';
}
