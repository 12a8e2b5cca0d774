import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

type Rows = Record<string, string>[];
/** Cents by the name of a team, or `no team`. */
export type Amounts = Record<string, number>;

/** What the first company of the demo paid and owes in 2026, added up from the files that are imported. */
export async function demoAmounts(directory: string): Promise<{ paid: Amounts; billable: Amounts }> {
  const read = async (name: string) =>
    parse<Record<string, string>>(await readFile(path.join(directory, `${name}.csv`)), { columns: true });
  const teams = new Map((await read('teams')).map(({ id, name }) => [id, name]));
  const contracts = (await read('contracts')).filter(({ company_id }) => company_id === 'tessellate');
  const teamOf = new Map(contracts.map(({ id, team_id }) => [id, teams.get(team_id) ?? 'no team']));
  const add = (rows: Rows, date: string, amount: string) => {
    const sums: Amounts = {};
    for (const row of rows) {
      const team = teamOf.get(row.contract_id);
      if (team !== undefined && row[date]?.startsWith('2026')) {
        sums[team] = (sums[team] ?? 0) + Number(row[amount]?.replace('.', ''));
      }
    }
    return sums;
  };
  return {
    paid: add(await read('scheduled_payments'), 'scheduled_payment_on', 'paid_amount'),
    billable: add(await read('timesheet_days'), 'work_date', 'billable_amount'),
  };
}
