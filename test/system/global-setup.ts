import setUp from '../support/global-setup.ts';
import { missingPackages } from '../support/programs/installed.ts';

/** Looks for all programs before the first test, and installs none. */
export default async function globalSetup(): Promise<void> {
  const missing = await missingPackages();
  if (missing.length > 0)
    throw new Error(`Programs are missing. apt-get install -y --no-install-recommends ${missing.join(' ')}`);
  await setUp();
}
