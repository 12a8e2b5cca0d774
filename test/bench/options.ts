import { parseArgs } from 'node:util';

export const sections = ['pages', 'shapes', 'exports', 'writers'] as const;
type Section = (typeof sections)[number];

export type Options = {
  /** Shorter measurements, for development. Its figures are no result. */
  quick: boolean;
  only: Set<Section>;
  /** Keeps the data for the next run. Without it they are made and deleted by each run. */
  dataDirectory: string | undefined;
  /** How long a load is measured. */
  seconds: number;
};

export const usage = `Usage: npm run bench -- [--quick] [--only ${sections.join(',')}]`;

/** @throws Error with a message that explains it */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: sections.join(',') } },
  });
  const names = values.only.split(',');
  const unknown = names.filter((name) => !sections.some((section) => section === name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
  return {
    quick: values.quick,
    only: new Set(sections.filter((section) => names.includes(section))),
    dataDirectory: environment.BENCH_DATA_DIR === '' ? undefined : environment.BENCH_DATA_DIR,
    seconds: values.quick ? 2 : 5,
  };
}
