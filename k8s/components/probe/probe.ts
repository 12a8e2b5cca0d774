// Asks as a client does, and compares two answers: a token, then of each report a page and the sums by month. Status 1, with the reason
// on standard error, where one fails or they differ. Run by Node 24, which takes the types for comments:
//   probe.ts URL DIRECTORY     the directory has the files PROBE_CLIENT_ID and PROBE_CLIENT_SECRET
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [url = '', secrets = ''] = process.argv.slice(2);
const answerMs = 10_000;
/** So long after the start it asks again: the network may refuse a new pod until it knows its policies. */
const refusedMs = 10_000;
const days = 365;

/** Each report, and a statistic that its groups add up to. */
const reports = { 'scheduled-payments': 'scheduledPaymentsCount', timesheets: 'trackedMinutes' };

type Statistics = Record<string, number>;
type Answer = { version: string | null; results: { statistics: Statistics }[]; statistics: Statistics };

try {
  const headers = { Authorization: `Bearer ${await requestToken()}` };
  for (const [report, statistic] of Object.entries(reports)) await compare(report, statistic, headers);
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error);
  process.exitCode = 1;
}

async function requestToken(): Promise<string> {
  const [clientId, clientSecret] = ['PROBE_CLIENT_ID', 'PROBE_CLIENT_SECRET'].map((name) =>
    readFileSync(`${secrets}/${name}`, 'utf8').trim(),
  );
  const body = JSON.stringify({ clientId, clientSecret });
  const response = await ask('/auth/token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** Asks again when the data have changed between the two answers. */
async function compare(report: string, statistic: string, headers: Record<string, string>): Promise<void> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const range = new URLSearchParams({ fromDate: day(days), toDate: day(0) }).toString();
  const read = async (what: string): Promise<Answer> => {
    const response = await ask(`/api/v1/external/reports/client/${report}/${what}${range}`, { headers });
    return { ...((await response.json()) as Answer), version: response.headers.get('report-version') };
  };
  for (let tries = 0; tries < 5; tries++) {
    const page = await read('list?');
    const sums = await read('summary?groupBy=month&itemsPerPage=100&');
    if (page.version !== sums.version) continue;
    const total = page.statistics[statistic];
    const sum = sums.results.reduce((before, { statistics }) => before + (statistics[statistic] ?? 0), 0);
    // The sums have more statistics than the page.
    const agree = Object.entries(page.statistics).every(([name, value]) => sums.statistics[name] === value);
    if (!agree || sum !== total) {
      const [shown, summed] = [page, sums].map(({ statistics }) => JSON.stringify(statistics));
      throw new Error(`${report}?${range}: the page has ${shown}, the sums ${summed}, their rows ${statistic} ${sum}`);
    }
    console.log(JSON.stringify({ report, [statistic]: total, version: page.version }));
    return;
  }
  throw new Error(`${report}: the data changed between two answers, five times`);
}

async function ask(path: string, options: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(url + path, { ...options, signal }).catch((cause: unknown) => {
    if (performance.now() < refusedMs) return undefined;
    throw new Error(`${path} was not answered`, { cause });
  });
  if (!response) {
    await sleep(500);
    return ask(path, options);
  }
  if (response.status !== 200) throw new Error(`${path} was answered by ${response.status} ${await response.text()}`);
  return response;
}
