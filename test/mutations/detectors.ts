import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import type { Copy } from './copy.ts';
import type { Fault } from './faults.ts';

/** Programs that fail where the copy answers anything wrong, the cheapest first. */
export type Detectors = {
  /** The name of what detects the fault; undefined where nothing does. */
  detect: (fault: Fault) => Promise<string | undefined>;
  /** @throws Error where one of those for these faults fails without a fault */
  requireSound: (faults: Fault[]) => Promise<void>;
  readsLargeCompanies: (fault: Fault) => boolean;
};

type Detector = { name: string; program: string; args: string[] };

export function openDetectors(copy: Copy, largeFile: string): Detectors {
  const limits = new Map<string, number>();

  /** Later runs may take four times as long as the first, without a fault. */
  const run = async ({ name, program, args }: Detector) => {
    const result = await copy.run(program, args, limits.get(name) ?? 1_800);
    if (!limits.has(name)) {
      limits.set(name, 30 + 4 * result.seconds);
      console.log(`${name}: ${result.seconds.toFixed(1)} s without a fault`);
    }
    return result;
  };

  const detect = async (fault: Fault): Promise<string | undefined> => {
    for (const detector of detectorsOf(fault, largeFile)) {
      const { status, output } = await run(detector);
      if (status === null) return 'time limit';
      if (status !== 0) return detector.program === 'npm' ? detector.name : lastComparison(output);
    }
    return undefined;
  };

  return {
    detect: (fault) => copy.withFault(fault, () => detect(fault)),
    requireSound: async (faults) => {
      const detectors = faults.flatMap((fault) => detectorsOf(fault, largeFile));
      for (const detector of new Map(detectors.map((each) => [each.name, each])).values()) {
        const { status, output } = await run(detector);
        if (status !== 0) throw new Error(`${detector.name} fails without a fault:\n${output.slice(-5_000)}`);
      }
    },
    readsLargeCompanies: (fault) => detectorsOf(fault, largeFile).some(({ args }) => args.includes(largeFile)),
  };
}

/** Of the log of changes, the chain of its versions, or the rows that a change concerns. */
export const isOfChanges = ({ file, within }: Fault) =>
  /changes|report-version/.test(file) ||
  parts.some(([name, part]) => file.endsWith(name) && within.some((line) => part.test(line)));

/** Of files that hold other things too. */
const parts: [string, RegExp][] = [
  [
    '.sql',
    /^create (or replace )?function reporting\.(take_stripe|log_change|track_rows|track_updated_rows|track_updated_people|track_truncate)\(/,
  ],
  ['sql/contracts.ts', /^export function touchedContracts/],
  ['answers/contract-report.ts', /^ +changes: \{/],
];

function detectorsOf(fault: Fault, largeFile: string): Detector[] {
  const checker = npm('consistency checker', 'run', 'test:consistency', '--', '--duration', '15');
  const testsOfChanges = tests(
    'tests of changes',
    'services/reporting/report-version',
    'services/reporting/changes-log',
    'services/reporting/rewritten-history',
    'e2e/changes',
  );
  const isSql = fault.file.endsWith('.sql');
  if (isOfChanges(fault)) {
    const ofTriggers = isSql ? [tests('tests of triggers', 'services/reporting/roll-ups')] : [];
    return [testsOfChanges, ...ofTriggers, testsOfReplicas, probe('orders'), checker];
  }
  // What reads large companies is not in the migrations.
  return [
    ...(isSql && /stripe|version|keys/.test(fault.around) ? [testsOfChanges] : []),
    isSql ? probe('probe of SQL', '--small') : probe('probe', '--small', '--large', largeFile),
    tests(
      'tests',
      'services/reporting/date-segments',
      'services/reporting/report-version',
      'services/reporting/roll-ups',
      'services/reporting/answers',
      'services/reporting/changes-log',
      'e2e/reports',
      'e2e/changes',
    ),
    tests('long tests', 'e2e/polling'),
    testsOfReplicas,
    checker,
  ];
}

const npm = (name: string, ...args: string[]): Detector => ({ name, program: 'npm', args });

const reporters = ['--reporters=default', '--reporters=./test/mutations/stop-at-failure.ts', '--runInBand'];

const tests = (name: string, ...files: string[]) => {
  const paths = files.map((file) => `test/${file}.test.ts`);
  for (const file of paths) if (!existsSync(path.join(root, file))) throw new Error(`There is no ${file}.`);
  return npm(name, 'test', '--', ...reporters, ...paths);
};

const testsOfReplicas = npm('tests of replicas', 'run', 'test:system', '--', ...reporters, 'e2e/failures/replica');

const probe = (name: string, ...options: string[]): Detector => ({
  name,
  program: process.execPath,
  args: ['--import', 'tsx', 'test/mutations/probe.ts', '--migrate', ...options],
});

function lastComparison(output: string): string {
  const names = Array.from(output.matchAll(/^BEGIN (.*)$/gm), ([, name = '']) => name);
  return names.at(-1) ?? 'start';
}
