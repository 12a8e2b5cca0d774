import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { readEnvironment } from '../../../runtime/environment.ts';
import { connect } from '../../../runtime/postgres/session.ts';
import { waitForDatabase } from '../../../runtime/postgres/wait-for-database.ts';
import { foldAll, foldBusy } from './fold.ts';
import { rebuildAll } from './rebuild.ts';
import { changedCollations, companiesToReconcile, reconcile } from './reconcile.ts';
import { rollUpSettings } from './settings.ts';
import { trimChanges } from './trim-changes.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

const usage = `Usage: npm run roll-ups -- fold | fold-busy | reconcile | trim | rebuild

  fold       adds up those that concurrent writers left in several rows, company by company at half the speed
  fold-busy  the same for companies that have more than 1.3 rows a key
  reconcile  compares the roll-ups with the rows that they sum up, company by company at half the speed, and keeps when each was compared
             and how many differed; names a collation whose version has changed. Status 1 if there is any of these
  trim       deletes what the log of changes has from before CHANGES_KEPT_DAYS
  rebuild    rebuilds them from the rows; writers of payments and timesheets wait meanwhile

Several are run in this order. Takes DATABASE_URL and CHANGES_KEPT_DAYS, and waits up to ten seconds for that database.`;

const commands = new Map<string, (client: pg.Client, keptDays: number) => Promise<void>>([
  ['fold', async (client) => console.log(`Folded ${await foldAll(client)} rows.`)],
  ['fold-busy', async (client) => console.log(`Folded ${await foldBusy(client)} rows.`)],
  ['reconcile', reconcileAll],
  ['trim', trimAll],
  [
    'rebuild',
    async (client) => {
      await rebuildAll(client);
      console.log('The roll-ups are rebuilt.');
    },
  ],
]);
const names = process.argv.slice(2);
try {
  const runs = names.flatMap((name) => commands.get(name) ?? []);
  if (runs.length === 0 || runs.length < names.length) throw new ExplainedError(usage);
  const { DATABASE_URL, CHANGES_KEPT_DAYS } = readEnvironment(rollUpSettings, process.env);
  await waitForDatabase(DATABASE_URL, (reason) => console.error(`roll-ups: waiting for the database: ${reason}`));
  const client = await connect({ connectionString: DATABASE_URL, application_name: 'roll-ups' });
  try {
    for (const run of runs) await run(client, CHANGES_KEPT_DAYS);
  } finally {
    await client.end();
  }
} catch (error) {
  console.error(error instanceof ExplainedError ? error.message : `roll-ups: ${String(error)}`);
  process.exitCode = 1;
}

async function reconcileAll(client: pg.Client): Promise<void> {
  show(await changedCollations(client));
  for (const companyId of await companiesToReconcile(client)) {
    const begunAt = performance.now();
    const differences = await reconcile(client, companyId);
    show(differences.map(({ roll_up, difference }) => `${roll_up}: ${JSON.stringify(difference)}`));
    await sleep(performance.now() - begunAt);
  }
}

async function trimAll(client: pg.Client, keptDays: number): Promise<void> {
  // Of companies that were deleted too.
  const { rows } = await client.query<{ id: string }>(
    'select distinct company_id as id from reporting.data_versions order by id',
  );
  let deleted = 0;
  for (const { id } of rows) deleted += await trimChanges(client, id, keptDays);
  console.log(`Deleted ${deleted} rows of the log of changes.`);
}

function show(problems: string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
