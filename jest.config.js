/** Tests run from source, against the programs in dist/ as real processes; see test/support. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/openapi/hold-to-document.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 4,
  testTimeout: 300_000,
  // Else a worker that had to be ended, on a busy machine, keeps the run from ending.
  forceExit: true,
};
