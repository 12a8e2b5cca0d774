import { parseArgs } from 'node:util';

export const sections = [
  'payments',
  'timesheets',
  'sorts',
  'memory',
  'exports',
  'processor',
  'writers',
  'import',
] as const;
export type Section = (typeof sections)[number];

export type Options = {
  /** Shorter measurements, no million rows imported: for development. Its figures are no result. */
  quick: boolean;
  only: Set<Section>;
  /** Where the data are kept for the next run; without it they are made anew and thrown away. */
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
  const unknown = values.only.split(',').filter((name) => !sections.some((section) => section === name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`);
  return {
    quick: values.quick,
    only: new Set(sections.filter((section) => values.only.split(',').includes(section))),
    dataDirectory: environment.BENCH_DATA_DIR === '' ? undefined : environment.BENCH_DATA_DIR,
    seconds: values.quick ? 2 : 5,
  };
}
