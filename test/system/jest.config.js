import main from '../../jest.config.js';

/** Tests that need other programs, root or time: Redis, the browser, proxies, lost packets, spreadsheets. `npm test` does without. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/**/*.system.ts'],
  globalSetup: '<rootDir>/test/system/global-setup.ts',
};
