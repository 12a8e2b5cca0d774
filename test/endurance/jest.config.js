import main from '../../jest.config.js';

/** Counts what a thousand of each operation leave behind, so it has the machine to itself. Needs Linux. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/endurance/*.check.ts'],
  maxWorkers: 1,
  testTimeout: 600_000,
};
