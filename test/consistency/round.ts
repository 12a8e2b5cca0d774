import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import { Faker as NewFaker, en } from '@faker-js/faker';
import { keepCopies } from './copies.ts';
import type { Compared } from './copies.ts';
import type { Lab } from './lab.ts';
import { read } from './readers.ts';
import type { Queries } from './readers.ts';
import type { History } from './checker/history.ts';
import type { Rewrite } from './rewrites.ts';
import { until } from '../support/until.ts';
import { write } from './writers.ts';

const callers = 16;
const keepers = 12;
/** Goes on so long after a failure. */
const recoveryMs = 3_000;

/** Nothing is rewritten before so many copies were compared, so that there are versions to refuse. */
const copiesBefore = 3 * keepers;
const refusedWithinMs = 60_000;

/**
 * Has writers and readers at work for a while, and the failure amid that. Of a rewritten history, no answer is explained: only keepers of
 * copies read, until a version is refused that must be.
 */
export async function runRound(
  lab: Lab,
  history: History,
  queries: Queries,
  fail: (lab: Lab) => Promise<void>,
  faker: Faker,
  rewrite: Rewrite | undefined,
): Promise<Compared> {
  const stop = new AbortController();
  const ownFaker = () => new NewFaker({ locale: en, seed: faker.number.int(1_000_000_000) });
  const writing = history.writers.map((writer, number) =>
    write(writer, number, () => lab.servers.primaryUrl('reports'), ownFaker(), stop.signal),
  );
  const found: Compared = { compared: 0, gone: [], wrong: [] };
  const reading = Array.from({ length: rewrite ? 0 : callers }, (_, caller) =>
    read(caller, lab.cluster.urls.requests, queries, history, ownFaker(), stop.signal),
  );
  const keeping = Array.from({ length: keepers }, () =>
    keepCopies(lab.cluster.urls.requests, queries, ownFaker(), stop.signal, found),
  );
  try {
    await sleep(2_000);
    if (rewrite) await until('copies are kept', () => found.compared >= copiesBefore, 60_000);
    await fail(lab);
    await sleep(recoveryMs);
    if (rewrite?.gone !== undefined) await untilRefused(found, rewrite.gone);
  } finally {
    stop.abort();
  }
  const [unexpected] = await Promise.all([Promise.all(reading), Promise.all(keeping), Promise.all(writing)]);
  return { ...found, wrong: [...unexpected.flat(), ...found.wrong] };
}

/** On a busy machine, a copy from before may be requested late. */
async function untilRefused({ gone }: Compared, required: string): Promise<void> {
  const refused = () => gone.some((reason) => reason.includes(required));
  // Without one, the round is judged as wrong.
  await until('a version is refused', refused, refusedWithinMs).catch(() => undefined);
}
