import main from '../../../jest.config.js';

/** For a test that runs other tests, which need no Postgres. */
export default {
  ...main,
  rootDir: '../../..',
  testMatch: ['<rootDir>/test/support/openapi/wrong-answers.check.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
