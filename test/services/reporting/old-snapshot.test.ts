import { beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { Registry } from 'prom-client';
import { serviceUrls } from '../../../local/service-urls.ts';
import { measureUpkeep } from '../../../services/reporting/roll-ups/metrics.ts';
import { company, contract, person, together } from '../../support/fixtures.ts';
import { createDatabase, query, withClient } from '../../support/postgres/database.ts';
import { load } from '../../support/programs/product.ts';

let databaseUrl: string;

beforeEach(async () => {
  databaseUrl = await createDatabase();
  await load(
    databaseUrl,
    together(company('acme'), { people: [person('ana', 'Ana', 'A')], contracts: [contract('web')] }),
  );
});

it('while a snapshot is open, a session that writes much goes on to other stripes, and comes back', async () => {
  await inOldSnapshot(async (end) => {
    await withClient(databaseUrl, async (writer) => {
      expect(await untilStripe(writer, (stripe) => stripe > 1)).toBeGreaterThan(1);
      await end();
      expect(await untilStripe(writer, (stripe) => stripe === 0)).toBe(0);
    });
  });
  expect(await query(databaseUrl, 'select * from reporting.roll_up_differences')).toEqual([]);
});

it('without an old snapshot a session stays in its stripe', async () => {
  await withClient(databaseUrl, async (writer) => {
    expect(await untilStripe(writer, (stripe) => stripe > 0, 1_000)).toBe(0);
  });
});

it('the metrics report for how long the same snapshot, of any role, has been the oldest', async () => {
  const pool = new pg.Pool({ connectionString: serviceUrls(databaseUrl).reporting });
  const metrics = new Registry();
  const now = { now: 0 };
  measureUpkeep(pool, metrics, () => now.now);
  const age = async (minutes: number) => {
    now.now = minutes * 60_000;
    // A value is that which the last scrape read.
    await metrics.metrics();
    return Number(/^client_reporting_oldest_snapshot_age_seconds (.*)$/m.exec(await metrics.metrics())?.[1]);
  };
  try {
    await inOldSnapshot(async (end) => {
      await age(2);
      expect(await age(62)).toBe(3_600);
      await end();
    });
    expect(await age(70)).toBe(0);
  } finally {
    await pool.end();
  }
});

/** Runs something beside a transaction that more than 1,000 others are newer than. */
async function inOldSnapshot(run: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  await withClient(databaseUrl, async (old) => {
    await old.query('begin isolation level repeatable read');
    await old.query('select from reporting.companies');
    await query(
      databaseUrl,
      `do $$ begin
         for n in 1..1100 loop
           begin insert into reporting.teams values ('acme', 't' || n, 'T'); raise no_data_found;
           exception when no_data_found then null; end;
         end loop;
       end $$`,
    );
    await run(async () => {
      await old.query('commit');
    });
  });
}

let day = 0;

/** The stripe that this session tries first, after so many writes at most: one in 250 of them may change it. */
async function untilStripe(writer: pg.Client, isWanted: (stripe: number) => boolean, atMost = 4_000): Promise<number> {
  let stripe = 0;
  for (let writes = 0; writes < atMost; writes += 1) {
    day += 1;
    await writer.query(
      `insert into reporting.scheduled_payments values ('acme', $1, 'web', 'fixed', 'W', 1, 1, 'paid', '2024-03-03')`,
      [`p${day}`],
    );
    const { rows } = await writer.query<{ stripe: string | null }>(
      `select nullif(current_setting('reporting.first_stripe', true), '') as stripe`,
    );
    stripe = Number(rows[0]?.stripe ?? 0);
    if (isWanted(stripe)) break;
  }
  return stripe;
}
