import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** @throws Error where one does not exist, which a pattern would not say */
const named = (folder, names) =>
  names.split(' ').map((name) => {
    const file = `test/${folder}/${name}.test.ts`;
    if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`${file} does not exist`);
    return `<rootDir>/${file}`;
  });

/** `npm run test:KIND` runs the files `*.KIND.ts`, with these differences; docs/testing.md has what each needs. */
const kinds = {
  test: {},
  system: { globalSetup: '<rootDir>/test/system/global-setup.ts' },
  nightly: { globalSetup: '<rootDir>/test/system/global-setup.ts' },
  manifests: { globalSetup: '<rootDir>/test/k8s/global-setup.ts', globalTeardown: undefined },
  // StrykerJS runs these once for each fault, so they need no process.
  mutated: {
    testMatch: [...named('gateway/limits', 'rate-limiter'), ...named('services/reporting', 'date-segments')],
    globalSetup: undefined,
    globalTeardown: undefined,
    setupFilesAfterEnv: [],
  },
  // One after another, since each installs the packages where they are not.
  recipes: { maxWorkers: 1 },
  generated: { testTimeout: 600_000 },
  // Counts what a thousand of each operation leave behind, so it has the machine to itself.
  endurance: { maxWorkers: 1, testTimeout: 600_000 },
  citus: {
    // The tests whose subject is the database run on a cluster too.
    testMatch: [
      '<rootDir>/test/citus/*.citus.ts',
      ...named('e2e', 'reports reference-implementation exports/exports changes summary names'),
      ...named('services/reporting', 'plans roll-ups tables changes-log folding report-version'),
      '<rootDir>/test/services/import/*.test.ts',
    ],
    globalSetup: '<rootDir>/test/citus/global-setup.ts',
    globalTeardown: '<rootDir>/test/citus/global-teardown.ts',
    maxWorkers: 1,
  },
};
const kind = process.env.TEST_KIND ?? 'test';

/** Tests run from source, against the programs in dist/ as real processes; see test/support. */
export default {
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/**/*.${kind}.ts`],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/compile.js' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/openapi/hold-to-document.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 4,
  testTimeout: 300_000,
  // Else a worker that had to be ended, on a busy machine, keeps the run from ending.
  forceExit: true,
  ...kinds[kind],
};
