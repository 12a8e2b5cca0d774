import { missingPackages } from '../support/programs/installed.ts';

/** Prints the Debian packages that `npm run test:system` needs and that are missing here. */
console.log((await missingPackages()).join(' '));
