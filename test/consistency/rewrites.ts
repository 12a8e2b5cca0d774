import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ReportData } from '../support/reports/reference-implementation.ts';
import { query } from '../support/postgres/database.ts';
import { load } from '../support/programs/product.ts';
import { contract, payment } from '../support/fixtures.ts';
import { filesOf } from '../support/reports/random-data.ts';
import type { Lab } from './lab.ts';

/** `gone` is a part of the reason for which versions must be refused then; without it, none may be. */
export type Rewrite = { gone?: string; fail: (lab: Lab) => Promise<void> };

/** So long that all writers write meanwhile. */
const burstMs = 4_500;
/** More than two answers have. */
export const bulk = 2_200;
export const lost = 'data that were restored from a backup';

/** What changes rows of all writers, or forgets what they committed: only copies are compared then, and no answer is explained. */
export const rewrites: Record<string, Rewrite> = {
  'payments are imported again': {
    fail: async (lab) => {
      for (const name of ['First', 'Second', 'Third']) {
        await importBulk(lab, bulk, name);
        await sleep(1_000);
      }
    },
  },
  'more than 10,000 payments are imported': {
    gone: 'one change since then was of more than 10,000 rows',
    fail: async (lab) => {
      await pause();
      // Those that are there are another statement's.
      await importBulk(lab, bulk + 10_001, 'Large');
      await pause();
    },
  },
  'payments are truncated': {
    gone: 'all rows of a table were deleted at once',
    fail: async ({ servers }) => {
      await pause();
      await query(servers.primaryUrl('reports'), 'truncate reporting.scheduled_payments');
    },
  },
  'a contract moves to another company and back': {
    fail: async ({ servers }) => {
      for (const companyId of ['rival', 'acme', 'rival', 'acme', 'rival']) {
        const move = `update reporting.contracts set company_id = $1 where id = 'bulk'`;
        await unlessDeadlocked(() => query(servers.primaryUrl('reports'), move, [companyId]));
        await sleep(800);
      }
    },
  },
  'a replica is late': {
    fail: (lab) =>
      lab.servers.delayStandby(2_000, async () => {
        const pod = await lab.addReplicaReader();
        await sleep(2 * burstMs);
        await lab.cluster.kill(pod);
      }),
  },
  'the standby that is promoted lacks commits': { gone: lost, fail: ({ servers }) => servers.loseCommits(pause) },
  'a backup is restored': { gone: lost, fail: ({ servers }) => servers.restoreBackup(pause) },
};

const pause = () => sleep(burstMs);

/** A writer's transaction may have renamed the people of the contract in another order. */
async function unlessDeadlocked<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error;
    }
  }
}

/** Payments of a contract of its own, so that answers have several parts. */
export function importBulk({ servers }: Lab, count: number, name: string): Promise<void> {
  return load(servers.primaryUrl('reports'), {
    contracts: [contract('bulk', { contractor_id: 'person-0', employer_id: 'person-1' })],
    scheduled_payments: Array.from({ length: count }, (_, index) =>
      payment(`bulk-${index}`, { contract_id: 'bulk', name, amount: String(index) }),
    ),
  });
}

/** Deletes all rows, and loads those again that the writers begin with. */
export async function beginAgain({ servers }: Lab, rows: ReportData): Promise<void> {
  await query(servers.primaryUrl('reports'), 'truncate reporting.people, reporting.teams cascade');
  await load(servers.primaryUrl('reports'), filesOf(rows));
}
