// Asks as a client does: a token, then of each report a page and its sums by month, whose totals must be equal and the sum of the months.
// Else status 1, with the reason on standard error. Run by Node 24: probe.ts URL DIRECTORY, which has the files PROBE_CLIENT_ID and
// PROBE_CLIENT_SECRET.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [url = '', secrets = ''] = process.argv.slice(2);
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
type Statistics = Record<string, number>;
const range = `fromDate=${day(365)}&toDate=${day(0)}`;

try {
  const read = (name: string) => readFileSync(`${secrets}/${name}`, 'utf8').trim();
  const body = JSON.stringify({ clientId: read('PROBE_CLIENT_ID'), clientSecret: read('PROBE_CLIENT_SECRET') });
  const { accessToken } = await ask('/auth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const headers = { Authorization: `Bearer ${String(accessToken)}` };
  for (const report of ['scheduled-payments', 'timesheets']) {
    const path = `/api/v1/external/reports/client/${report}`;
    let [page, sums] = [{ version: '1' }, { version: '2' }] as Record<string, unknown>[];
    // Again when the data have changed between the two answers.
    for (let tries = 0; tries < 5 && page?.version !== sums?.version; tries += 1) {
      page = await ask(`${path}/list?${range}`, { headers });
      sums = await ask(`${path}/summary?groupBy=month&itemsPerPage=100&${range}`, { headers });
    }
    const totals = sums?.statistics as Statistics;
    for (const [name, total] of Object.entries(page?.statistics as Statistics)) {
      const months = sums?.results as { statistics: Statistics }[];
      const cents = months.reduce((sum, { statistics }) => sum + Math.round((statistics[name] ?? NaN) * 100), 0);
      // A contract may be in several months, and the activity is a mean.
      const adds = /Amount$|Minutes$|PaymentsCount$/.test(name);
      if (totals[name] !== total || (adds && cents / 100 !== total) || page?.version !== sums?.version)
        throw new Error(
          `${report}?${range}: the page ${String(page?.version)} has ${name} ${total}, the sums ${String(sums?.version)} ${totals[name]}, its months ${cents / 100}`,
        );
    }
    console.log(JSON.stringify({ report, version: page?.version }));
  }
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error);
  process.exitCode = 1;
}

/** Tries for 10 seconds: the network may refuse a new pod until it knows its policies. */
async function ask(path: string, options: RequestInit): Promise<Record<string, unknown>> {
  const giveUpAt = performance.now() + 10_000;
  for (;;) {
    const response = await fetch(url + path, { ...options, signal: AbortSignal.timeout(10_000) }).catch(
      (cause: unknown) => {
        if (performance.now() > giveUpAt) throw new Error(`${path} was not answered`, { cause });
      },
    );
    if (response?.status === 200)
      return { version: response.headers.get('report-version'), ...((await response.json()) as object) };
    if (response) throw new Error(`${path} was answered by ${response.status} ${await response.text()}`);
    await sleep(500);
  }
}
