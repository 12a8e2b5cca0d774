import { beforeAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { orderOf, statementName } from '../../../services/reporting/reports/report.ts';
import type { Report } from '../../../services/reporting/reports/report.ts';
import { pageValues, plannerSettings } from '../../../services/reporting/reports/run-report.ts';
import { scheduledPayments } from '../../../services/reporting/scheduled-payments/scheduled-payments.ts';
import { timesheets } from '../../../services/reporting/timesheets/timesheets.ts';
import { statement, valuesOf } from '../../../services/reporting/sql/statement.ts';
import { fillShapes, shapes } from '../../bench/data/shapes-data.ts';
import { shapeQuestions } from '../../bench/data/shape-questions.ts';
import type { ShapeQuestion } from '../../bench/data/shape-questions.ts';
import { pageAt } from '../../bench/sections/shapes.ts';
import { createDatabase, withClient } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';
import { computePlainly, filtersOf } from '../../support/reports/plain-computation.ts';
import type { PlainFilters } from '../../support/reports/plain-computation.ts';

// Large enough that each way of reading a report is taken.
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  await fillShapes(databaseUrl, 0.1);
}, 300_000);

const { itemsPerPage } = firstPage;

it.each(shapes)(
  'answers as a plain computation does: $about',
  async ({ id }) => {
    await withClient(databaseUrl, async (client) => {
      await client.query(plannerSettings);
      await withClient(databaseUrl, async (plain) => {
        for (const question of shapeQuestions(id)) {
          const filters = filtersOf(id, question);
          const all = await computePlainly(plain, question, filters);
          const page = pageAt(question.page, Math.ceil(all.ids.length / itemsPerPage));
          const answer = await answerOf(client, question, filters, page);
          const { report, kind, sortField, sortOrder } = question;
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

type Answer = { ids: string[]; totalCount: number; statistics: Record<string, unknown> };

async function answerOf(
  client: pg.Client,
  question: ShapeQuestion,
  filters: PlainFilters,
  page: number,
): Promise<Answer> {
  return question.report === 'payments'
    ? run(client, scheduledPayments, question, filters, page)
    : run(client, timesheets, question, filters, page);
}

async function run(
  client: pg.Client,
  report: Report,
  { sortField, sortOrder }: ShapeQuestion,
  filters: PlainFilters,
  page: number,
): Promise<Answer> {
  const request = { ...firstPage, ...filters, sortField, sortOrder, page };
  const order = orderOf(report, request);
  const prepared = statement(statementName(report, order), report.pageStatement(order));
  const { rows } = await client.query<{ totalCount: number; results: string | null; statistics: string }>({
    ...prepared,
    values: valuesOf(prepared, pageValues(report, request)),
  });
  const [row] = rows;
  const results = JSON.parse(row?.results ?? '[]') as { _id?: string; contract: { _id: string } }[];
  return {
    ids: results.map(({ _id, contract }) => _id ?? contract._id),
    totalCount: row?.totalCount ?? NaN,
    statistics: JSON.parse(row?.statistics ?? '{}') as Record<string, unknown>,
  };
}
