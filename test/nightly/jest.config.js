import system from '../system/jest.config.js';

/** Tests that take minutes for what seldom changes: crashes and rotations of whole installations, a release, every kind of request. */
export default { ...system, testMatch: ['<rootDir>/test/**/*.nightly.ts'] };
