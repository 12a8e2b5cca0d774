import type { Copy } from './copy.ts';
import type { Fault } from './faults.ts';

/** Programs that fail where the copy answers anything wrong, the cheapest first. */
export type Detectors = {
  /** The name of what detects the fault; undefined where nothing does, also without a fault. */
  detect: (fault: Fault | undefined) => Promise<string | undefined>;
};

const tests = (...files: string[]) => [
  'test',
  '--',
  '--runInBand',
  '--bail',
  ...files.map((file) => `test/${file}.test.ts`),
];
const testsOfChanges = tests('services/reporting/changes-log', 'e2e/changes');
const shortTests = tests(
  'services/reporting/date-segments',
  'services/reporting/entity-tag',
  'services/reporting/roll-ups',
  'services/reporting/ways',
  'services/reporting/changes-log',
  'e2e/reports',
  'e2e/changes',
);
const longTests = tests('services/reporting/page-batch', 'e2e/polling', 'e2e/failures/replica');
const checker = ['run', 'test:consistency', '--', '--duration', '15'];

export function openDetectors(copy: Copy, largeFile: string): Detectors {
  const limits = new Map<string, number>();

  /** Whether it fails, and what it wrote. Later runs may take four times as long as the first, without a fault. */
  const fails = async (name: string, program: string, args: string[]) => {
    const { status, output, seconds } = await copy.run(program, args, limits.get(name) ?? 1_800);
    if (!limits.has(name)) {
      limits.set(name, 30 + 4 * seconds);
      console.log(`${name}: ${seconds.toFixed(1)} s without a fault`);
    }
    return { failed: status !== 0, late: status === null, output };
  };

  const run = async (fault: Fault | undefined): Promise<string | undefined> => {
    if (fault && /changes|report-version/.test(fault.file)) {
      const { failed, late } = await fails('tests of changes', 'npm', testsOfChanges);
      if (failed) return late ? 'time limit' : 'tests of changes';
    }
    // What reads large companies is not in the migrations.
    const options = fault?.file.endsWith('.sql') === true ? [] : ['--large', largeFile];
    const probe = await fails('probe', process.execPath, [
      ...['--import', 'tsx', 'test/mutations/probe.ts', '--migrate'],
      ...options,
    ]);
    if (probe.failed) return probe.late ? 'time limit' : lastComparison(probe.output);
    for (const [name, args] of [
      ['tests', shortTests],
      ['long tests', longTests],
      ['consistency checker', checker],
    ] as const) {
      const { failed, late } = await fails(name, 'npm', args);
      if (failed) return late ? 'time limit' : name;
    }
    return undefined;
  };

  return { detect: (fault) => (fault ? copy.withFault(fault, () => run(fault)) : run(undefined)) };
}

function lastComparison(output: string): string {
  const names = Array.from(output.matchAll(/^BEGIN (.*)$/gm), ([, name = '']) => name);
  return names.at(-1) ?? 'start';
}
