import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openLab } from '../interleavings/lab.ts';
import { maxSessions, readOptions } from '../interleavings/options.ts';
import { sessions } from '../interleavings/sessions.ts';
import { query, templateDatabase } from '../support/postgres/database.ts';
import { createTemplate } from '../support/postgres/template-database.ts';
import { openReportRequests } from './requests.ts';
import { compareLargeCompanies } from './large-companies.ts';
import type { LargeCompanies } from './large-companies.ts';
import { compareSmallCompanies } from './small-companies.ts';

/**
 * Ends with status 1 where this copy of the product answers anything wrong, and names each comparison as it begins.
 * `--migrate` creates the template again; `--small` compares small companies too, and `--large` names the file of the large ones.
 */
const { values } = parseArgs({
  options: { migrate: { type: 'boolean' }, small: { type: 'boolean' }, large: { type: 'string' } },
});

if (values.migrate) {
  begin('migration');
  await migrateTemplate();
}
if (values.small) {
  begin('small companies');
  await compareSmallCompanies(15);
}
if (values.large !== undefined) {
  begin('large companies');
  const large = JSON.parse(await readFile(values.large, 'utf8')) as LargeCompanies;
  await compareLargeCompanies(large, openReportRequests(large.databaseUrl).requestPage);
}
begin('interleavings');
await compareOrders(60);
process.exit(0);

function begin(comparison: string): void {
  console.log(`BEGIN ${comparison}`);
}

async function migrateTemplate(): Promise<void> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  await query(server, `drop database if exists ${templateDatabase} with (force)`);
  const urlOf = (database: string) => Object.assign(new URL(server), { pathname: database }).href;
  await createTemplate({ urlOf, takenOver: false, log: '', stop: async () => undefined });
}

async function compareOrders(count: number): Promise<void> {
  const lab = await openLab(maxSessions);
  const { runs } = readOptions(['--sample', String(count)]);
  for (let run = runs.next(); run.done !== true; run = runs.next()) {
    const { names, order } = run.value;
    await lab.run(
      names.map((name) => sessions[name]),
      order,
    );
  }
}
