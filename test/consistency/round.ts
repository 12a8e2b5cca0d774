import { setTimeout as sleep } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import { Faker as NewFaker, en } from '@faker-js/faker';
import { keepCopies } from './copies.ts';
import type { Compared } from './copies.ts';
import type { Lab } from './lab.ts';
import { read } from './readers.ts';
import type { Asked } from './readers.ts';
import type { History } from './checker/history.ts';
import { write } from './writers.ts';

const keepers = 12;

/** Has writers and readers at work for a while, and the failure amid that. Callers read only where their answers are explained afterwards. */
export async function runRound(
  lab: Lab,
  history: History,
  asked: Asked,
  fail: (lab: Lab) => Promise<void>,
  faker: Faker,
  recoveryMs: number,
  callers: number,
): Promise<Compared> {
  const stop = new AbortController();
  const ownFaker = () => new NewFaker({ locale: en, seed: faker.number.int(1_000_000_000) });
  const writing = history.writers.map((writer, number) =>
    write(writer, number, () => lab.servers.primaryUrl('reports'), ownFaker(), stop.signal),
  );
  const reading = Array.from({ length: callers }, (_, caller) =>
    read(caller, lab.cluster.urls.requests, asked, history, ownFaker(), stop.signal),
  );
  const keeping = Array.from({ length: keepers }, () =>
    keepCopies(lab.cluster.urls.requests, asked, ownFaker(), stop.signal),
  );
  try {
    await sleep(2_000);
    await fail(lab);
    await sleep(recoveryMs);
  } finally {
    stop.abort();
  }
  const [unexpected, copies] = await Promise.all([Promise.all(reading), Promise.all(keeping), Promise.all(writing)]);
  return {
    compared: copies.reduce((sum, { compared }) => sum + compared, 0),
    gone: copies.flatMap(({ gone }) => gone),
    wrong: [...unexpected.flat(), ...copies.flatMap(({ wrong }) => wrong)],
  };
}
