import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { installed } from '../programs/installed.ts';

/** A real Chromium, the system's own. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await installed('chromium');
  // Root has no sandbox to hide in; and a container's /dev/shm is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], timeout: 120_000 });
}
