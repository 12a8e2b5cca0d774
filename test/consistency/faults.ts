import { setTimeout as sleep } from 'node:timers/promises';
import { fold } from '../../services/reporting/roll-ups/fold.ts';
import { rebuildAll } from '../../services/reporting/roll-ups/rebuild.ts';
import { withClient } from '../support/postgres/database.ts';
import type { Lab } from './lab.ts';

export const rebuilt = 'the roll-ups are rebuilt';

/** What happens while writers write and readers read. */
export const faults: Record<string, (lab: Lab) => Promise<void>> = {
  'nothing fails': async () => sleep(2_000),
  'a reporting process is killed': async ({ cluster, replace }) => {
    const [pod] = cluster.pods('reporting');
    if (pod) await replace(pod);
  },
  'a reporting process hangs': async ({ cluster }) => {
    const [pod] = cluster.pods('reporting');
    pod?.child.process.kill('SIGSTOP');
    await sleep(2_000);
    pod?.child.process.kill('SIGCONT');
  },
  'a gateway is killed': async ({ cluster }) => {
    const [pod] = cluster.pods('gateway');
    if (pod) await cluster.kill(pod);
    await cluster.add('gateway');
  },
  'Postgres is killed and restarted': ({ servers }) => servers.restartPrimary(),
  'the standby is promoted': ({ servers }) => servers.promote(),
  'Redis is gone': async ({ redis }) => {
    await redis.stop();
    await sleep(1_000);
    await redis.start();
  },
  'the roll-ups are folded': async ({ servers }) => {
    for (let times = 0; times < 5; times += 1) {
      await withClient(servers.primaryUrl('reports'), async (client) => {
        for (const companyId of ['acme', 'rival']) await fold(client, companyId);
      });
      await sleep(200);
    }
  },
  [rebuilt]: async ({ servers }) => {
    for (let times = 0; times < 5; times += 1) {
      await withClient(servers.primaryUrl('reports'), rebuildAll);
      await sleep(200);
    }
  },
};
