import type { Report__Output } from '../../../proto/generated/clientreporting/reporting/Report.ts';

/** A page, and how many rows it has. */
export type Page = Report__Output & { rows: number };

/** The JSON of a page: its rows, a JSON array or null where there is none, and what else it has, as JSON by name. */
export function pageJson(
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
  { totalCount, results }: { totalCount: number; results: string | null },
  others: Record<string, string> = {},
): { json: Buffer; pagesCount: number; rows: number } {
  const pagesCount = Math.ceil(totalCount / itemsPerPage);
  const pagination = JSON.stringify({ currentPage: page, itemsPerPage, pagesCount, totalCount });
  const members = Object.entries({ results: results ?? '[]', pagination, ...others });
  const json = Buffer.from(`{${members.map(([name, json]) => `"${name}":${json}`).join()}}`);
  const rows = Math.max(0, Math.min(itemsPerPage, totalCount - (page - 1) * itemsPerPage));
  return { json, pagesCount, rows };
}
