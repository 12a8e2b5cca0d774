import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import type pg from 'pg';
import type { Report__Output } from '../../proto/generated/clientreporting/reporting/Report.ts';
import { versionStatement } from '../../services/reporting/reports/data-version.ts';
import type { PageRequest } from '../../services/reporting/reports/report.ts';
import { scheduledPayments } from '../../services/reporting/scheduled-payments/scheduled-payments.ts';
import type { Statement } from '../../services/reporting/sql/statement.ts';
import { firstPage } from '../support/reports/first-page.ts';
import { openReports } from '../support/reports/open-reports.ts';
import type { Doing } from './trace.ts';

/** An answer's rows are those that writers of the model have added, and its count is of them. */
export type Answer = { version: bigint; rows: number[]; count: number };

/** A caller, whose request goes on by one step of the model at a time. */
export type Caller = {
  ask: (client: pg.Client, page: number) => Promise<void>;
  goOn: () => Promise<void>;
  doing: Doing;
  last?: { page: number; etag: string; answer: Answer };
};

/** Callers of one process with the reports of the product and an empty cache. The first sends its etags. */
export function createProcess(callersCount: number): Caller[] {
  const asking = new AsyncLocalStorage<(statement: Statement) => Promise<unknown>>();
  const connect = async () => ({ query: asking.getStore(), release: () => undefined });
  const pool = { connect } as unknown as pg.Pool;
  const { runReport } = openReports(pool);

  const createCaller = (sendsEtag: boolean): Caller => {
    const events = new EventEmitter();
    const wait = async (doing: Doing) => {
      caller.doing = doing;
      const goOn = once(events, 'goOn');
      events.emit('stopped');
      await goOn;
    };
    const caller: Caller = {
      doing: 'ask',
      ask: async (client, page) => {
        const held = sendsEtag && caller.last?.page === page ? caller.last : undefined;
        const query = async (statement: Statement) => {
          const isPage = statement.name !== versionStatement.name;
          await wait(isPage ? 'read' : 'check');
          const result = await client.query(statement);
          if (isPage) await wait('reply');
          return result;
        };
        const stopped = once(events, 'stopped');
        const request = { ...question, itemsPerPage: 100 + page, ifNoneMatch: held ? [held.etag] : [] };
        asking
          .run(query, () => runReport(scheduledPayments, request, new AbortController().signal))
          .then((report) => {
            caller.last = { page, etag: report.etag, answer: report.json.length > 0 ? read(report) : heldAnswer(held) };
            caller.doing = 'ask';
            events.emit('stopped');
          })
          .catch((error: unknown) => events.emit('error', error));
        await stopped;
      },
      goOn: async () => {
        const stopped = once(events, 'stopped');
        events.emit('goOn');
        await stopped;
      },
    };
    return caller;
  };
  return Array.from({ length: callersCount }, (_, index) => createCaller(index === 0));
}

/** Pages of two sizes stand for two pages: each has an entry of its own in the cache, and all rows. */
const question: Omit<PageRequest, 'itemsPerPage' | 'ifNoneMatch'> = {
  companyId: 'acme',
  ...firstPage,
  fromDate: '2024-02-10',
  toDate: '2025-03-05',
  sortField: 'contract',
  sortOrder: 'asc',
};

function read({ json, version }: Report__Output): Answer {
  const { results, pagination, statistics } = JSON.parse(json.toString()) as Page;
  assert.equal(pagination.totalCount, statistics.scheduledPaymentsCount);
  const added = results.map(({ _id }) => Number(_id)).filter((row) => !Number.isNaN(row));
  const others = results.length - added.length;
  return { version: BigInt(version), rows: added.toSorted((a, b) => a - b), count: pagination.totalCount - others };
}

function heldAnswer(held: Caller['last']): Answer {
  assert.ok(held, 'not modified, for a caller without an answer');
  return held.answer;
}

type Page = {
  results: { _id: string }[];
  pagination: { totalCount: number };
  statistics: { scheduledPaymentsCount: number };
};
