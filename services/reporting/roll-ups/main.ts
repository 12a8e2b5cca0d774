import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError, databaseSettings, readEnvironment } from '../../../runtime/environment.ts';
import { companiesToReconcile, reconcile } from './reconcile.ts';
import type { Difference } from './reconcile.ts';

const usage = `Usage: npm run roll-ups -- check | reconcile | rebuild

  check      compares the roll-ups with the rows that they sum up; status 1 if any differ
  reconcile  the same, company by company at half the speed, and keeps when each was compared and how many differed
  rebuild    rebuilds them from the rows; writers of payments and timesheets wait meanwhile

Takes DATABASE_URL.`;

const commands = new Map([
  ['check', check],
  ['reconcile', reconcileAll],
  ['rebuild', rebuild],
]);
const [command, ...rest] = process.argv.slice(2);
try {
  const run = commands.get(command ?? '');
  if (!run || rest.length > 0) throw new ConfigError(usage);
  const { DATABASE_URL } = readEnvironment(databaseSettings, process.env);
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'roll-ups' });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `roll-ups: ${String(error)}`);
  process.exitCode = 1;
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Difference>(
    'select roll_up, difference from reporting.roll_up_differences limit 20',
  );
  show(rows);
  if (rows.length === 0) console.log('The roll-ups agree with the rows.');
}

async function reconcileAll(client: pg.Client): Promise<void> {
  for (const companyId of await companiesToReconcile(client)) {
    const begunAt = performance.now();
    show(await reconcile(client, companyId));
    await sleep(performance.now() - begunAt);
  }
}

function show(differences: Difference[]): void {
  for (const { roll_up, difference } of differences) console.error(`${roll_up}: ${JSON.stringify(difference)}`);
  if (differences.length > 0) process.exitCode = 1;
}

async function rebuild(client: pg.Client): Promise<void> {
  await client.query('select reporting.rebuild_roll_ups()');
  console.log('The roll-ups are rebuilt.');
}
