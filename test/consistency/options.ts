import { parseArgs } from 'node:util';

export const usage = `Usage: npm run test:consistency [-- OPTIONS]

Writers, readers and failures meet on a product of its own; then each answer must be explained by a committed state.

  --duration SECONDS  how long, checks aside; 60 unless given
  --answers COUNT     until so many answers are checked, however long it takes
  --copies COUNT      until so many copies are compared
  --recovery SECONDS  how long a round goes on after its failure; 3 unless given
  --seed NUMBER       of the rows, changes, requests and the order of the failures; 1 unless given
  --record            writes the result, for docs/correctness.md`;

export type Options = {
  seconds: number;
  answers: number;
  copies: number;
  recoverySeconds: number;
  seed: number;
  record: boolean;
};

/** @throws Error with a message that explains it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      duration: { type: 'string' },
      answers: { type: 'string' },
      copies: { type: 'string' },
      recovery: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
      record: { type: 'boolean', default: false },
    },
  });
  const number = (name: string, text: string) => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number`);
    return Number(text);
  };
  return {
    seconds: number('--duration', values.duration ?? ((values.answers ?? values.copies) === undefined ? '60' : '0')),
    answers: number('--answers', values.answers ?? '0'),
    copies: number('--copies', values.copies ?? '0'),
    recoverySeconds: number('--recovery', values.recovery),
    seed: number('--seed', values.seed),
    record: values.record,
  };
}
