import { parseArgs } from 'node:util';

export const usage = `Usage: npm run test:model [-- OPTIONS]

Checks the model Versions.tla in all states, with each fault that it has, and replays traces of it on a Postgres of its own.

  --traces COUNT  how many of them; 60 unless given
  --seed NUMBER   of their choice; 1 unless given
  --record        writes the result, for docs/correctness.md`;

export type Options = { traces: number; seed: number; record: boolean };

/** @throws Error with a message that explains it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      traces: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      record: { type: 'boolean', default: false },
    },
  });
  return { traces: Number(values.traces), seed: Number(values.seed), record: values.record };
}
