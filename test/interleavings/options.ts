import { parseArgs } from 'node:util';
import { en, Faker } from '@faker-js/faker';
import { allOrders, shuffledOrder } from './orders.ts';
import type { Order } from './orders.ts';
import { scenarios, sessions } from './sessions.ts';
import type { SessionName } from './sessions.ts';

export type Run = { names: SessionName[]; order: Order };

type Options = { title: string; runs: Iterator<Run> };

export const maxSessions = 5;

/**
 * Every order of each scenario, unless `--sample` wants so many orders of three to five sessions at random, by `--seed`; or every order of
 * the sessions of `--only`, as in insert,rename,contract, or of these the one of `--order`, as in 001122012.
 * @throws Error with a message that explains it
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      order: { type: 'string' },
    },
  });
  const { sample, seed, only, order } = values;
  if (sample !== undefined) {
    return { title: `${sample} orders of seed ${seed}`, runs: sampled(Number(sample), Number(seed)) };
  }
  const names = only?.split(',').map(sessionName);
  if (names && order !== undefined) {
    return { title: 'one order', runs: [{ names, order: Array.from(order, Number) }].values() };
  }
  return { title: 'every order', runs: everyOrder(names ? [names] : scenarios) };
}

function* everyOrder(of: SessionName[][]): Generator<Run> {
  for (const names of of) for (const order of allOrders(stepsOf(names))) yield { names, order };
}

/** Sessions of all kinds meet, by threes to fives. */
function* sampled(count: number, seed: number): Generator<Run> {
  const { helpers } = new Faker({ locale: en, seed });
  for (let index = 0; index < count; index += 1) {
    const names = helpers.arrayElements(Object.keys(sessions) as SessionName[], { min: 3, max: maxSessions });
    yield { names, order: shuffledOrder(stepsOf(names), (order) => helpers.shuffle(order)) };
  }
}

function stepsOf(names: SessionName[]): number[] {
  return names.map((name) => sessions[name].length);
}

function sessionName(name: string): SessionName {
  if (name in sessions) return name as SessionName;
  throw new Error(`${name} is none of ${Object.keys(sessions).join(', ')}`);
}
