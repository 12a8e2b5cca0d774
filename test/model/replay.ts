import assert from 'node:assert/strict';
import type pg from 'pg';
import { versionStatement } from '../../services/reporting/reports/data-version.ts';
import { valuesOf } from '../../services/reporting/sql/statement.ts';
import { openLab } from '../interleavings/lab.ts';
import type { Lab, Work } from '../interleavings/lab.ts';
import { maxSessions } from '../interleavings/options.ts';
import { insertPayment } from '../interleavings/sessions.ts';
import { createProcess } from './process.ts';
import type { Answer, Caller } from './process.ts';
import type { Deed, ModelAnswer, ModelState } from './trace.ts';

/** Replays traces on a Postgres: what it does otherwise than the model, if anything. */
export type Replays = {
  differenceOf: (trace: ModelState[]) => Promise<string | undefined>;
  close: () => Promise<void>;
};

export async function openReplays(): Promise<Replays> {
  let lab = await openLab(maxSessions);
  return {
    differenceOf: async (trace) => {
      try {
        await replay(lab, trace);
        return undefined;
      } catch (error) {
        await lab.close();
        lab = await openLab(maxSessions);
        return error instanceof Error ? error.message : String(error);
      }
    },
    close: () => lab.close(),
  };
}

/**
 * Does the steps of a trace on Postgres. After each, what is committed and what callers do and have must be as in the model. The
 * writers are the first sessions of the lab, the callers follow.
 * @throws Error where Postgres or the reports do anything else
 */
async function replay(lab: Lab, [start, ...states]: ModelState[]): Promise<void> {
  const writersCount = start?.writersCount ?? 0;
  const callers = createProcess(start?.callers.length ?? 0);
  const sessions: (string | Work)[][] = Array.from({ length: writersCount + callers.length }, () => []);
  const order = states.map(({ deed }) => {
    const isWriter = ['write', 'commit', 'rollback'].includes(deed.what);
    const session = deed.who - 1 + (isWriter ? 0 : writersCount);
    const steps = sessions[session] ?? [];
    const caller = callers[deed.who - 1];
    steps.push(isWriter || !caller ? statementOf(deed, steps.length) : workOf(deed, caller));
    return session;
  });
  const versions: Versions = new Map();
  const expected = states.values();
  const { checks, refused } = await lab.run(sessions, order, async (client) => {
    const { value: state } = expected.next();
    assert.ok(state, 'a writer waited for another one');
    compare(versions, state.committed, await committedIn(client));
    for (const [index, { doing, answer }] of state.callers.entries()) {
      assert.equal(callers[index]?.doing, doing, 'what a caller does');
      if (answer.version >= 0) compare(versions, answer, callers[index].last?.answer);
    }
  });
  assert.deepEqual({ checks, refused }, { checks: states.length, refused: 0 });
}

function statementOf({ who, what }: Deed, stepsBefore: number): string {
  if (what !== 'write') return what;
  const insert = insertPayment(`${who}${stepsBefore + 1}`, 'site');
  return stepsBefore === 0 ? `begin; ${insert}` : insert;
}

function workOf({ what, page }: Deed, caller: Caller): Work {
  return what === 'ask' ? (client) => caller.ask(client, page) : () => caller.goOn();
}

/** The version on Postgres of each version of the model. */
type Versions = Map<number, bigint>;

/** Versions of the model are other numbers, in the same order. */
function compare(versions: Versions, expected: ModelAnswer, answer: Answer | undefined): void {
  assert.deepEqual({ rows: answer?.rows, count: answer?.count }, { rows: expected.rows, count: expected.count });
  const version = answer?.version ?? 0n;
  for (const [modelVersion, other] of versions) {
    assert.equal(
      Number(version > other) - Number(version < other),
      Math.sign(expected.version - modelVersion),
      'a version',
    );
  }
  versions.set(expected.version, version);
}

async function committedIn(client: pg.Client): Promise<Answer> {
  const { rows } = await client.query<{ id: string }>(
    `select id from reporting.scheduled_payments where company_id = 'acme' and id ~ '^[0-9]+$' order by id`,
  );
  const values = valuesOf(versionStatement, { companyId: 'acme' });
  const found = await client.query<{ version: string }>({ ...versionStatement, values });
  return { version: BigInt(found.rows[0]?.version ?? 0), rows: rows.map(({ id }) => Number(id)), count: rows.length };
}
