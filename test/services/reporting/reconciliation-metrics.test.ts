import { expect, it } from '@jest/globals';
import pg from 'pg';
import { Registry } from 'prom-client';
import { measureUpkeep } from '../../../services/reporting/roll-ups/metrics.ts';
import { createDatabase, query } from '../../support/postgres/database.ts';

it('the metrics tell of the oldest reconciliation of all companies, and of the differences that they found', async () => {
  const databaseUrl = await createDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const scrape = async () => {
    const metrics = new Registry();
    measureUpkeep(pool, metrics);
    // The differences are those that the last scrape read.
    await metrics.metrics();
    return metrics.metrics();
  };
  const value = async (name: string) => {
    const text = await scrape();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]?.replace('+Inf', 'Infinity'));
  };
  expect(await value('client_reporting_roll_up_reconciliation_age_seconds')).toBe(Infinity);
  await query(
    databaseUrl,
    `insert into reporting.companies values ('a', 'A'), ('b', 'B');
     insert into reporting.reconciliations values ('a', now() - interval '1 day', 2), ('b', now(), 3)`,
  );
  const age = await value('client_reporting_roll_up_reconciliation_age_seconds');
  expect(Math.floor(age / 600)).toBe(144);
  expect(await value('client_reporting_roll_up_differences')).toBe(5);
  await pool.end();
});
