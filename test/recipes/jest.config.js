import main from '../../jest.config.js';

/** The recipes need Python, and packages that the first run installs. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/recipes/*.check.ts'],
  testTimeout: 120_000,
  // One after another, since each installs the packages where they are not.
  maxWorkers: 1,
};
