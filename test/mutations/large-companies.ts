import assert from 'node:assert/strict';
import { en, Faker } from '@faker-js/faker';
import { pageAt, shapeQueries } from '../support/reports/shape-queries.ts';
import type { ShapeQuery } from '../support/reports/shape-queries.ts';
import { fillShapes, shapes, teamsCount } from '../support/reports/shapes-data.ts';
import { query, templateDatabase, withClient } from '../support/postgres/database.ts';
import { computePlainly, filtersOf } from '../support/reports/plain-computation.ts';
import type { PlainFilters } from '../support/reports/plain-computation.ts';
import type { RequestPage } from './requests.ts';

/** Companies that are large enough for each way of each report, and pages of theirs by a plain computation. */
export type LargeCompanies = { databaseUrl: string; pages: ExpectedPage[] };

type ExpectedPage = Pick<ShapeQuery, 'report' | 'sortField' | 'sortOrder'> & {
  filters: PlainFilters;
  page: number;
  ids: string[];
  totalCount: number;
  statistics: Record<string, unknown>;
};

const itemsPerPage = 7;
const pagesOfBatch = 142;

/** In a database that stays. */
export async function fillLargeCompanies(server: string): Promise<LargeCompanies> {
  await query(server, `create database large_companies template ${templateDatabase}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: 'large_companies' }).href;
  await fillShapes(databaseUrl, 0.1);
  await query(databaseUrl, `${atTheEnds}; ${atOnce}; ${sameIds}`);
  const pages: ExpectedPage[] = [];
  await withClient(databaseUrl, async (client) => {
    const queries = shapes.flatMap(({ id }) =>
      [...shapeQueries(id), ...moreQueries(id)].map((query) => ({ id, query })),
    );
    // Queries of all kinds come early.
    const { helpers } = new Faker({ locale: en, seed: 1 });
    for (const [index, { id, query }] of helpers.shuffle(queries).entries()) {
      const filters = filtersOf(id, query);
      const { ids, statistics } = await computePlainly(client, query, filters);
      const { report, sortField, sortOrder } = query;
      for (const page of pagesOf(query, Math.ceil(ids.length / itemsPerPage), index)) {
        pages.push({
          ...{ report, sortField, sortOrder, filters, page, statistics },
          ids: ids.slice((page - 1) * itemsPerPage, page * itemsPerPage),
          totalCount: ids.length,
        });
      }
    }
  });
  return { databaseUrl, pages };
}

/**
 * Of all teams and of half of them: ranges with most of the days inside, most outside, three whole years, and one.
 */
function moreQueries(companyId: string): ShapeQuery[] {
  const teamIds = Array.from({ length: teamsCount / 2 }, (_, n) => `${companyId}-team-${1 + n}`);
  const ranges = [
    { fromDate: '2021-02-05', toDate: '2025-10-20' },
    { fromDate: '2024-11-30', toDate: '2025-02-03' },
    { fromDate: '2022-01-01', toDate: '2024-12-31' },
    { fromDate: '2021-01-01', toDate: '2021-12-31' },
  ];
  return ranges.flatMap((range) =>
    [range, { ...range, teamIds }].flatMap((parameters) =>
      shapeQueries(companyId)
        .filter(({ kind }) => kind === 'whole span')
        .map((query) => ({
          ...query,
          page: query.sortOrder === 'asc' ? 0 : lastPage,
          parameters: () => parameters,
        })),
    ),
  );
}

/** As a part of all pages. */
const lastPage = 0.9999;

/** Contracts whose payments and days are all before three whole years, all after, or only on the first or the last day. */
const atTheEnds = `
  insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, team_id, rate)
  select 'ordinary', type || '-' || n, type, 'At the ends', 'ordinary-person-1', 'ordinary-person-1', 'ordinary-team-1', 40
  from unnest('{fixed,hourly}'::text[]) type, generate_series(1, 4) n;
  insert into reporting.scheduled_payments
    (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
  select 'ordinary', 'end-' || n, 'fixed-' || contract, 'At the ends', 1, 1, 'paid', day::timestamptz
  from unnest(
    '{1,1,2,2,3,4}'::int[],
    '{2021-05-05,2021-12-31T23:59:59.999Z,2025-01-01Z,2025-07-07,2022-01-01Z,2024-12-31T23:59:59.999Z}'::text[]
  ) with ordinality ends (contract, day, n);
  insert into reporting.timesheet_days (company_id, contract_id, work_date, tracked_minutes, manual_minutes,
    overtime_minutes, billable_minutes, billed_minutes, billable_amount, activity)
  select company_id, replace(contract_id, 'fixed', 'hourly'), (scheduled_payment_on at time zone 'UTC')::date, 60, 6, 3, 60, 30, 40, 55
  from reporting.scheduled_payments
  where id like 'end-%'`;

/** Payments of all statuses at one instant. */
const atOnce = `
  insert into reporting.scheduled_payments
    (company_id, id, contract_id, name, amount, paid_amount, status, scheduled_payment_on)
  select 'three-days', 'at-once-' || n, 'three-days-fixed-1', 'At once', 100, 100,
    (array['upcoming', 'processing', 'failed', 'paid', 'deleted'])[1 + n % 5], '2022-09-10T12:00Z'
  from generate_series(1, 300) n`;

/** Contracts of a company that have the ids of those of another one. */
const sameIds = `
  insert into reporting.contracts (company_id, id, type, title, contractor_id, employer_id, rate)
  select 'growing-amounts', id, type, 'Same id', contractor_id, employer_id, rate
  from reporting.contracts
  where company_id = 'ordinary'`;

/** The page of the query, and others: beside it, at the end of a batch, or last and past the end. */
function pagesOf({ page }: ShapeQuery, pages: number, index: number): number[] {
  const first = pageAt(page, pages);
  const others = [[first + 1], [pagesOfBatch, pagesOfBatch + 1, pagesOfBatch + 2], [pages, pages + 1], []];
  return [first, ...(others[index % others.length] ?? [])].filter((each) => each > 0);
}

export async function compareLargeCompanies({ pages }: LargeCompanies, requestPage: RequestPage): Promise<void> {
  for (const { report, filters, ids, totalCount, statistics, ...order } of pages) {
    const answer = await requestPage(report, { ...filters, ...order, itemsPerPage });
    const found = {
      ids: answer.results.map(({ _id, contract }) => _id ?? contract._id),
      totalCount: answer.pagination.totalCount,
      statistics: answer.statistics,
    };
    assert.deepEqual(found, { ids, totalCount, statistics }, JSON.stringify({ report, filters, ...order }));
  }
}
