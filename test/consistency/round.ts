import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import { Faker as NewFaker, en } from '@faker-js/faker';
import { keepCopies } from './copies.ts';
import type { Compared } from './copies.ts';
import type { Lab } from './lab.ts';
import { read } from './readers.ts';
import type { Queries } from './readers.ts';
import type { History } from './checker/history.ts';
import { write } from './writers.ts';

const callers = 16;
const keepers = 12;
/** Goes on so long after a failure. */
const recoveryMs = 3_000;

/** Has writers and readers at work for a while, and the failure amid that. */
export async function runRound(
  lab: Lab,
  history: History,
  queries: Queries,
  fail: (lab: Lab) => Promise<void>,
  faker: Faker,
): Promise<Compared> {
  const stop = new AbortController();
  const ownFaker = () => new NewFaker({ locale: en, seed: faker.number.int(1_000_000_000) });
  const writing = history.writers.map((writer, number) =>
    write(writer, number, () => lab.servers.primaryUrl('reports'), ownFaker(), stop.signal),
  );
  const found: Compared = { compared: 0, gone: [], wrong: [] };
  const reading = Array.from({ length: callers }, (_, caller) =>
    read(caller, lab.cluster.urls.requests, queries, history, ownFaker(), stop.signal),
  );
  const keeping = Array.from({ length: keepers }, () =>
    keepCopies(lab.cluster.urls.requests, queries, ownFaker(), stop.signal, found),
  );
  try {
    await sleep(2_000);
    await fail(lab);
    await sleep(recoveryMs);
  } finally {
    stop.abort();
  }
  const [unexpected] = await Promise.all([Promise.all(reading), Promise.all(keeping), Promise.all(writing)]);
  return { ...found, wrong: [...unexpected.flat(), ...found.wrong] };
}
