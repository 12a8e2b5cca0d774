import main from '../../jest.config.js';

/** The tests whose subject is the database run on a Citus cluster too, and those of the cluster only here. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: [
    '<rootDir>/test/citus/*.check.ts',
    ...['reports', 'reference-implementation', 'exports/exports', 'changes', 'summary', 'names'].map(
      (name) => `<rootDir>/test/e2e/${name}.test.ts`,
    ),
    ...['plans', 'roll-ups', 'tables', 'changes-log', 'folding', 'summary', 'report-version', 'ways', 'page-limit'].map(
      (name) => `<rootDir>/test/services/reporting/${name}.test.ts`,
    ),
    ...['import', 'import-errors'].map((name) => `<rootDir>/test/local/${name}.test.ts`),
  ],
  globalSetup: '<rootDir>/test/citus/global-setup.ts',
  globalTeardown: '<rootDir>/test/citus/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 120_000,
};
