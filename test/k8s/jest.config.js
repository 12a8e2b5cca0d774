import main from '../../jest.config.js';

/** The checks of the manifests need Go, for the tools that they install; `npm test` does without. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/k8s/*.check.ts'],
  globalSetup: '<rootDir>/test/k8s/global-setup.ts',
  globalTeardown: undefined,
  testTimeout: 120_000,
};
