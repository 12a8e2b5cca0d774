import { beforeAll, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import type pg from 'pg';
import { positionOf } from '../../../services/reporting/answers/position.ts';
import { orderOf, pageStatementOf, valuesFor } from '../../../services/reporting/answers/report.ts';
import type { PageRow, Report } from '../../../services/reporting/answers/report.ts';
import { plannerSettings } from '../../../services/reporting/answers/run-report.ts';
import { reports } from '../../../services/reporting/reports.ts';
import { valuesOf } from '../../../services/reporting/sql/statement.ts';
import { fillShapes, shapes } from '../../support/reports/shapes-data.ts';
import { pageAt, shapeQueries } from '../../support/reports/shape-queries.ts';
import type { ShapeQuery } from '../../support/reports/shape-queries.ts';
import { createDatabase, withClient } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { computePlainly, filtersOf } from '../../support/reports/plain-computation.ts';
import type { PlainFilters } from '../../support/reports/plain-computation.ts';

// Large enough that each way is chosen for some of them.
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  await fillShapes(databaseUrl, 0.1);
}, 300_000);

const { itemsPerPage } = firstPage({});

it.each(shapes)(
  'answers by every way as a plain computation does: $about',
  async ({ id }) => {
    await withClient(databaseUrl, async (client) => {
      await client.query(plannerSettings);
      await withClient(databaseUrl, async (plain) => {
        for (const query of shapeQueries(id).filter(isOf(id))) {
          const filters = filtersOf(id, query);
          const all = await computePlainly(plain, query, filters);
          const page = pageAt(query.page, Math.ceil(all.ids.length / itemsPerPage));
          const answer = await answerOf(client, query, filters, page);
          const { report, kind, sortField, sortOrder } = query;
          expect({ report, kind, sortField, sortOrder, filters, ...answer }).toEqual({
            report,
            kind,
            sortField,
            sortOrder,
            filters,
            ids: all.ids.slice((page - 1) * itemsPerPage, page * itemsPerPage),
            totalCount: all.ids.length,
            statistics: all.statistics,
          });
        }
      });
    });
  },
  300_000,
);

/** Each query is sent for one shape. All queries for all shapes take five times as long. */
function isOf(id: string): (query: ShapeQuery) => boolean {
  const shape = shapes.findIndex((one) => one.id === id);
  return ({ report, kind, sortField, sortOrder, page }) => {
    const drawn = parseInt(hash('md5', [report, kind, sortField, sortOrder, page].join()).slice(0, 8), 16);
    return drawn % shapes.length === shape;
  };
}

type Answer = { ids: string[]; totalCount: number; statistics: Record<string, unknown> };

/** By every way, whatever the hints say: all answers are the same bytes. */
async function answerOf(
  client: pg.Client,
  { report: name, sortField, sortOrder }: ShapeQuery,
  filters: PlainFilters,
  page: number,
): Promise<Answer> {
  const report: Report = reports[name].rows;
  const request = firstPage({ ...filters, sortField, sortOrder, page });
  const order = orderOf(report, request);
  const rows: PageRow[] = [];
  for (const way of report.waysOf(order)) {
    const prepared = pageStatementOf(report, order, way);
    const values = valuesOf(prepared, { ...valuesFor(report, request), ...positionOf(request) });
    rows.push(...(await client.query<PageRow>({ ...prepared, values })).rows);
    expect({ way, ...rows.at(-1) }).toEqual({ way, ...rows[0] });
  }
  const [row] = rows;
  const results = JSON.parse(row?.results ?? '[]') as { _id?: string; contract: { _id: string } }[];
  return {
    ids: results.map(({ _id, contract }) => _id ?? contract._id),
    totalCount: row?.totalCount ?? NaN,
    statistics: JSON.parse(row?.statistics ?? '{}') as Record<string, unknown>,
  };
}
