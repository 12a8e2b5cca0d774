import { chromium, firefox } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { installed } from '../programs/installed.ts';

/** A real Chromium, or with PORTAL_BROWSER=firefox a real Firefox, the system's own. */
export async function startBrowser(): Promise<Browser> {
  if (process.env.PORTAL_BROWSER === 'firefox') {
    const executablePath = await installed('firefox-esr');
    // The panel of downloads would take the focus from the page after each file.
    const firefoxUserPrefs = { 'browser.download.alwaysOpenPanel': false };
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs, timeout: 120_000 });
  }
  const executablePath = await installed('chromium');
  // Root has no sandbox to hide in; and a container's /dev/shm is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], timeout: 120_000 });
}
