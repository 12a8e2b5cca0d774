import { expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import pg from 'pg';
import { plannerSettings, positionOf } from '../../../services/reporting/answers/pages.ts';
import { queryOf } from '../../../services/reporting/answers/report.ts';
import type { PageRequest } from '../../../services/reporting/answers/pages.ts';
import type { Report, ReportRequest } from '../../../services/reporting/answers/report.ts';
import { reports } from '../../../services/reporting/reports.ts';
import { valuesOf } from '../../../services/reporting/sql/statement.ts';
import { createDatabase, isOnCitus, query, withClient } from '../../support/postgres/database.ts';
import { firstPage } from '../../support/reports/first-page.ts';

const rows = 20_000;
const filled = await createDatabase();
await fill(filled);
const sent = pages();

// Citus wraps the plans of the nodes in its own.
if (!isOnCitus()) {
  const plans = await plansOf(sent);

  it('A statement is planned once, without regard to its parameters, and with each value without the setting plan_cache_mode', async () => {
    const planned = async (settings: string) =>
      withClient(filled, async (client) => {
        await client.query(settings);
        for (const { name, text, values } of sent)
          for (let time = 0; time < 7; time += 1) await client.query({ name: hash('md5', name), text, values });
        const { rows } = await client.query<{ plans: number }>(
          'select max(custom_plans)::int as plans from pg_prepared_statements',
        );
        return rows;
      });
    expect(await planned(plannerSettings)).toEqual([{ plans: 0 }]);
    expect(await planned(`${plannerSettings}; set plan_cache_mode = auto`)).toEqual([{ plans: 7 }]);
  });

  it('A statement reads more rows without the setting enable_sort', async () => {
    const more = await plansOf(sent, plannerSettings.replace('set enable_sort = off;', ''));
    const ratios = plans.map((plan, index) => rowsRead(more[index]) / rowsRead(plan));
    expect(Math.max(...ratios)).toBeGreaterThan(3);
  });

  it('A statement reads a small part of a large company, whatever the query', () => {
    for (const { name, nodes } of plans) {
      const most = Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
      expect({ name, share: most / rows < 0.3 }).toEqual({ name, share: true });
    }
  });

  it('A statement reads by company, whatever table has one, so that each is in one partition or shard', async () => {
    const columns = `select table_name as name from information_schema.columns
      where table_schema = 'reporting' and column_name = 'company_id'`;
    const ofCompanies = (await query<{ name: string }>(filled, columns)).map(({ name }) => name);
    for (const { name, nodes } of plans) {
      const scans = nodes.filter((node) => ofCompanies.includes(node['Relation Name'] ?? ''));
      const others = scans.filter((node) => !conditionsOf(node).includes('company_id'));
      expect({ name, others }).toEqual({ name, others: [] });
      expect(scans.length).toBeGreaterThan(0);
    }
  });
} else
  it('A statement reads one shard of each table, on one node', async () => {
    await withClient(filled, async (client) => {
      await client.query(plannerSettings);
      for (const { name, text, values } of sent) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Distributed }] }>({
          text: `explain (format json) ${text}`,
          values,
        });
        expect({ name, ...rows[0]?.['QUERY PLAN'][0].Plan['Distributed Query'].Job }).toMatchObject({
          name,
          'Task Count': 1,
        });
      }
    });
  });

type Node = {
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};

/** What Citus explains of a statement that it sends to the nodes. */
type Distributed = { 'Distributed Query': { Job: { 'Task Count': number } } };

type Statement = { name: string; text: string; values: unknown[] };

/** The second page of each report in each order, with a filter and without. */
function pages(): Statement[] {
  const range = { companyId: 'big', fromDate: '2024-01-15', toDate: '2025-11-20', page: 2 };
  const found: Statement[] = [];
  for (const { rows: report } of Object.values(reports))
    for (const sortField of report.definition.sortFields)
      for (const sortOrder of ['asc', 'desc'] as const)
        for (const teamIds of [[], ['big-team-1']])
          found.push(statementOf(report, firstPage({ ...range, teamIds, sortField, sortOrder })));
  return found;
}

function statementOf(report: Report, request: PageRequest & ReportRequest): Statement {
  const { order, values } = queryOf(report, request);
  const prepared = report.pageStatement(order);
  const name = [report.name, ...Object.values(order)].join(' ');
  return { ...prepared, name, values: valuesOf(prepared, { ...values, ...positionOf(request) }) };
}

type Plan = { name: string; nodes: Node[] };

async function plansOf(toRun: Statement[], settings = plannerSettings): Promise<Plan[]> {
  return withClient(filled, async (client) => {
    await client.query(settings);
    const found: Plan[] = [];
    for (const statement of toRun) {
      // Prepared and executed, since only so is the plan the generic one that the service gets.
      const { text, values } = statement;
      await client.query(`prepare statement as ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, timing off, format json) execute statement (${values.map(literal).join(', ')})`,
      );
      await client.query('deallocate statement');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      found.push({ name: statement.name, nodes: executed(plan) });
    }
    return found;
  });
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : `${value as string | number}`);
}

function conditionsOf(node: Node): string {
  return [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
}

/** By the nodes that read tables. */
function rowsRead({ nodes }: Plan = { name: '', nodes: [] }): number {
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  return scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
}

function executed(node: Node | undefined): Node[] {
  if (!node) return [];
  const below = (node.Plans ?? []).flatMap((plan) => executed(plan));
  return node['Actual Loops'] > 0 ? [node, ...below] : below;
}

async function fill(databaseUrl: string): Promise<void> {
  const companies = `(values ('big', ${rows}, 20), ('other', 500, 20), ('wide', 2000, 2000)) of_company (id, payments, contracts)`;
  for (const text of [
    `insert into reporting.companies select id, id from ${companies}`,
    `insert into reporting.people select id || n, 'First', 'Last ' || n from ${companies}, generate_series(1, contracts) n`,
    `insert into reporting.teams select id, id || '-team-' || n, 'T' from ${companies}, generate_series(0, 3) n`,
    `insert into reporting.contracts
     select id, id || type || n, type, 'Title ' || n % 7, id || n, id || 1, id || '-team-' || n % 4, 10
     from ${companies}, unnest('{fixed,hourly}'::text[]) type, generate_series(1, contracts) n`,
    `insert into reporting.scheduled_payments
     select id, id || n, id || 'fixed' || 1 + n % contracts, 'fixed', 'P', n % 997, n % 2 * (n % 997),
       (array['paid', 'upcoming', 'failed', 'processing', 'deleted'])[1 + n % 5], '2024-01-01Z'::timestamptz + n % 731 * interval '1 day'
     from ${companies}, generate_series(1, payments) n`,
    `insert into reporting.timesheet_days
     select id, id || 'hourly' || 1 + n % contracts, 'hourly', '2024-01-01'::date + n / contracts, 60, n % 60, 0, 60, 0, 40, 50
     from ${companies}, generate_series(1, least(payments, 14000)) n`,
    'vacuum analyze',
  ])
    await query(databaseUrl, text);
}
