import main from '../../jest.config.js';

/** The recipes need Python, and packages that the first run installs. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/recipes/*.check.ts'],
  testTimeout: 120_000,
};
