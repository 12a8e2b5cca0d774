import { parse } from 'csv-parse/sync';
import type { Ran } from './scratch.ts';

/** What a program read: cents by month. */
export type Read = { months: Record<string, number> } | { error: string };

/** Reads what a snippet printed: rows as CSV or JSON, after a head. */
export function readRows({ stdout, error }: Ran): Read {
  if (error !== undefined) return { error };
  const rows = stdout.split('\n').filter(Boolean).map(cells);
  const head = rows.findIndex((row) => row.some((cell) => days.test(cell)) && row.some((cell) => amounts.test(cell)));
  if (head < 0) return { error: 'no rows' };
  const [day, amount] = [days, amounts].map((names) => rows[head]?.findIndex((cell) => names.test(cell)) ?? -1);
  const status = rows[head]?.indexOf('Status') ?? -1;
  const months: Record<string, number> = {};
  for (const row of rows.slice(head + 1)) {
    const month = monthOf(row[day ?? -1] ?? '');
    if (month === undefined) continue;
    if (status >= 0 && row[status] === '') return { error: 'no statuses' };
    months[month] = (months[month] ?? 0) + Number((row[amount ?? -1] ?? '').replaceAll(',', '')) * 100;
  }
  return {
    months: Object.fromEntries(Object.entries(months).map(([month, cents]) => [month, Math.round(cents)])),
  };
}

const days = /^(Date|scheduledPaymentOn|month)$/;
const amounts = /^(Amount|Scheduled|amount)$/;

function cells(line: string): string[] {
  if (line.startsWith('['))
    return (JSON.parse(line) as (string | number | boolean | null)[]).map((cell) => String(cell ?? ''));
  const delimiter = line.includes('\t') ? '\t' : ',';
  const rows: string[][] = parse(line.replace(/\r$/, ''), { delimiter, relax_quotes: true });
  return rows[0] ?? [];
}

/** Months of days as they are usually written, and of the numbers of a workbook's days. */
function monthOf(day: string): string | undefined {
  if (/^\d{4}[-/]\d\d/.test(day)) return day.slice(0, 7).replace('/', '-');
  if (/^4\d{4}(\.\d+)?$/.test(day)) return new Date((Number(day) - 25_569) * 86_400_000).toISOString().slice(0, 7);
  return undefined;
}
