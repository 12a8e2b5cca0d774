import { readFile } from 'node:fs/promises';
import { query } from '../../support/postgres/database.ts';
import type { Bench, Figure } from '../bench.ts';
import { load } from '../load.ts';
import { pathOf, uncachedSpan, wholeSpan } from '../data/requests.ts';

const company = 'c10k';

/** Processor time of a request in each program, by what is cached, with the threads of the garbage collector. */
export async function measureProcessor({ databases, contenders, options: { seconds } }: Bench): Promise<Figure[]> {
  const { gateway, reporting, url } = contenders.product;
  const token = await contenders.tokenOf(company);
  const spent = async () => ({
    gateway: (await processorMsOf(gateway.process.pid ?? 0)).own,
    reporting: (await processorMsOf(reporting.process.pid ?? 0)).own,
    postgres: await processorMsOfPostgres(databases.product),
  });
  const measure = async (path: () => string, etag?: string) => {
    const before = await spent();
    const { answered } = await load({ url, token, path, etag }, seconds);
    const after = await spent();
    const perRequest = (program: keyof typeof before) => ((after[program] - before[program]) * 1_000) / answered;
    return {
      gateway: perRequest('gateway'),
      reporting: perRequest('reporting'),
      postgres: perRequest('postgres'),
    };
  };
  const page = (itemsPerPage: string, span = wholeSpan) => pathOf('payments', span(), { itemsPerPage });
  // So that the first one is not measured while Node still compiles it.
  await measure(() => page('10'));
  const cases = {
    'a page of 10, unchanged (304)': await measure(() => page('10'), await etagOf(url, token, page('10'))),
    'a page of 10, cached': await measure(() => page('10')),
    'a page of 100, cached': await measure(() => page('100')),
    'a page of 10, uncached': await measure(() => page('10', uncachedSpan)),
    'a page of 100, uncached': await measure(() => page('100', uncachedSpan)),
  };
  return Object.entries(cases).flatMap(([what, programs]) =>
    Object.entries(programs).map(([program, measured]) => ({
      figure: `processor time of ${program}, ${what}`,
      measured,
      unit: 'us/request',
    })),
  );
}

async function etagOf(url: string, token: string, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.headers.get('etag') ?? '';
}

/** So far, of a process and of those children that it has seen end, in steps of the kernel's clock: 100 a second. */
async function processorMsOf(pid: number): Promise<{ own: number; ofEnded: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, afterName = ''] = stat.split(') ');
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = afterName.split(' ').slice(11).map(Number);
  return { own: (user + system) * 10, ofEnded: (userOfEnded + systemOfEnded) * 10 };
}

/** Of a whole server: backends come and go. */
export async function processorMsOfPostgres(databaseUrl: string): Promise<number> {
  const read = `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::integer as pid`;
  const [server] = await query<{ pid: number }>(databaseUrl, read);
  const pid = server?.pid ?? 0;
  const { ofEnded } = await processorMsOf(pid);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const each = await Promise.all(children.map((child) => processorMsOf(Number(child))));
  return each.reduce((sum, { own }) => sum + own, ofEnded);
}
