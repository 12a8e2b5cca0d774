import { changedSinceRelease, readReleased } from './released.ts';

// For `npm run check`.
for (const problem of changedSinceRelease(readReleased())) {
  console.error(problem);
  process.exitCode = 1;
}
