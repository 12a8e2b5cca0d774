import main from '../../jest.config.js';

/** Clients that openapi-generator makes. Needs Java, Maven, Go and Cargo, and the network at the first run. */
export default {
  ...main,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/generated/*.check.ts'],
  testTimeout: 600_000,
};
