import pg from 'pg';
import { ConfigError, databaseSettings, readEnvironment } from '../../../runtime/environment.ts';

const usage = `Usage: npm run roll-ups -- check | rebuild

  check    compares the roll-ups with the rows that they sum up; status 1 if any differ
  rebuild  rebuilds them from the rows; writers of payments and timesheets wait meanwhile

Takes DATABASE_URL.`;

const [command, ...rest] = process.argv.slice(2);
try {
  if ((command !== 'check' && command !== 'rebuild') || rest.length > 0) throw new ConfigError(usage);
  const { DATABASE_URL } = readEnvironment(databaseSettings, process.env);
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'roll-ups' });
  await client.connect();
  try {
    await (command === 'check' ? check(client) : rebuild(client));
  } finally {
    await client.end();
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `roll-ups: ${String(error)}`);
  process.exitCode = 1;
}

async function check(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ roll_up: string; difference: object }>(
    'select roll_up, difference from reporting.roll_up_differences limit 20',
  );
  for (const { roll_up, difference } of rows) console.error(`${roll_up}: ${JSON.stringify(difference)}`);
  if (rows.length === 0) console.log('The roll-ups agree with the rows.');
  else process.exitCode = 1;
}

async function rebuild(client: pg.Client): Promise<void> {
  await client.query('select reporting.rebuild_roll_ups()');
  console.log('The roll-ups are rebuilt.');
}
