import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import request from 'supertest';
import { parse, parseAllDocuments } from 'yaml';
import { migrateUp } from '../../migrate/migrate-schema.ts';
import { schemas } from '../../migrate/schemas.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import { makeAuthority, makeCertificate } from '../support/network/certificates.ts';
import { createDatabase, query, withClient } from '../support/postgres/database.ts';
import { installed } from '../support/programs/installed.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { namesOf, scrape } from '../support/network/scrape.ts';
import { company, paymentsPath, timesheetsPath, tokenOf } from '../support/fixtures.ts';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string; runbook_url: string };
};
type Rules = { groups: { name: string; rules: Rule[] }[] };
type Panel = { title: string; targets?: { expr: string }[] };

let rules: Rules;
let panels: Panel[];
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
let rulesFile: string;
/** A part of the rules alone, since promtool evaluates all that a file has. */
let [promisesFile, symptomsFile]: string[] = [];

beforeAll(async () => {
  const files = await Promise.all(['monitoring', 'probe'].map((name) => read(`k8s/components/${name}/rules.yaml`)));
  rules = { groups: files.flatMap((file) => (parse(file) as { spec: Rules }).spec.groups) };
  panels = (JSON.parse(await read('k8s/components/monitoring/dashboard.json')) as { panels: Panel[] }).panels;
  temporary = await temporaryDirectory();
  const writeRules = async (name: string, groups: Rules['groups']) => {
    const file = path.join(temporary.directory, `${name}.json`);
    await writeFile(file, JSON.stringify({ groups }));
    return file;
  };
  rulesFile = await writeRules('rules', rules.groups);
  promisesFile = await writeRules('promises', rules.groups.filter(isOfPromises));
  symptomsFile = await writeRules(
    'symptoms',
    rules.groups.filter((group) => !isOfPromises(group)),
  );
});
afterAll(() => temporary.remove());

const read = (file: string) => readFile(path.join(root, file), 'utf8');
const all = () => rules.groups.flatMap((group) => group.rules);
const alerts = () => all().filter(({ alert }) => alert !== undefined);
const isOfPromises = ({ name }: { name: string }) => /-(promises|budgets)$/.test(name);

describe('runbooks', () => {
  it('exist for every alert, and others only where the docs name them', async () => {
    const named = alerts().map(({ annotations }) => annotations?.runbook_url ?? 'none');
    const docs = await Promise.all(
      (await readdir(path.join(root, 'docs/operations'))).map((file) => read(`docs/operations/${file}`)),
    );
    const inDocs = [...docs.join('').matchAll(/k8s\/runbooks\/[\w-]+\.md/g)].map(([file]) => file);
    const written = (await readdir(path.join(root, 'k8s/runbooks'))).map((file) => `k8s/runbooks/${file}`);
    expect([...new Set([...named, ...inDocs])].sort()).toEqual(written.sort());
  });

  it('link to files that exist, and have lines for kubectl', async () => {
    const directory = path.join(root, 'k8s/runbooks');
    const files = await readdir(directory);
    for (const file of files) {
      const text = await readFile(path.join(directory, file), 'utf8');
      expect(text).toMatch(/^ +kubectl /m);
      for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) await access(path.join(directory, link));
    }
  });

  it('have SQL that runs as the owner that component cloudnative-pg makes, who sees the sessions of others and may end them', async () => {
    const databaseUrl = await databaseOfOwner();
    const roleUrl = (name: string) =>
      Object.assign(new URL(databaseUrl), { username: `${name}_${randomUUID()}`, password: randomUUID() }).href;
    const services = { auth: roleUrl('auth'), reporting: roleUrl('reporting') };
    await migrateUp(databaseUrl, schemas, { roles: services });
    const statements = await sqlOf('k8s/runbooks');
    expect(statements.length).toBeGreaterThan(8);
    const before = ['AUTH', 'REPORTING'].map((name) => `"THE-ROLE-OF-${name}-BEFORE"`);
    await withClient(databaseUrl, async (owner) => {
      for (const role of before) await owner.query(`create role ${role} login`);
      await withClient(`${services.reporting}?application_name=reporting`, async (session) => {
        const ended = new Promise((resolve) => session.once('error', resolve));
        const rows: Record<string, unknown>[] = [];
        for (const statement of statements) rows.push(...(await owner.query<Record<string, unknown>>(statement)).rows);
        const states = rows.filter((row) => 'state' in row).map(({ state }) => state);
        expect(states.length).toBeGreaterThan(1);
        expect(states).not.toContain(null);
        const running = `select pid from pg_stat_activity where application_name = 'reporting'`;
        await owner.query(`select pg_terminate_backend(pid) from (${running} and datname = current_database()) others`);
        await ended;
      });
      const { rows: roles } = await owner.query(
        `select rolcanlogin as "canLogIn" from pg_roles where rolname like 'THE-ROLE-OF-%'`,
      );
      expect(roles).toEqual([{ canLogIn: false }, { canLogIn: false }]);
      await owner.query(`drop role ${before.join()}`);
    });
    // Which one of the statements has set.
    await query(Object.assign(new URL(databaseUrl), { password: 'THE-NEW-PASSWORD' }).href, 'select');
    await expect(query(databaseUrl, 'select')).rejects.toThrow('password authentication failed');
  });
});

describe('metrics', () => {
  let product: Product;
  let measured: Set<string>;

  beforeAll(async () => {
    await makeAuthority(temporary.directory, 'ca');
    await makeCertificate(temporary.directory, 'tls', 'ca');
    const file = (name: string) => path.join(temporary.directory, name);
    const certificates = { GRPC_TLS_CERT: file('tls.crt'), GRPC_TLS_KEY: file('tls.key'), GRPC_TLS_CA: file('ca.crt') };
    product = await startProduct({ ...unlimited, ...certificates });
    await load(product.databaseUrl, company('acme'));
    const token = await tokenOf(product.url, 'acme');
    for (const report of [paymentsPath, timesheetsPath]) {
      await request(product.url)
        .get(`${report}?fromDate=2024-02-01&toDate=2024-02-29`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
    }
    const scrapes = await Promise.all(
      [product.gateway, product.auth, product.reporting].map(({ internal }) => scrape(internal())),
    );
    const recorded = all().flatMap(({ record }) => (record === undefined ? [] : [record]));
    measured = new Set([...scrapes.flatMap((scraped) => [...namesOf(scraped)]), ...recorded, ...ofOthers]);
  });
  afterAll(() => product.stop());

  it('that the rules name exist in a running process', () => {
    for (const { expr, record, alert } of all()) {
      const names = metricsIn(expr);
      expect({ of: record ?? alert, names }).not.toMatchObject({ names: [] });
      expect({ of: record ?? alert, missing: names.filter((name) => !measured.has(name)) }).toMatchObject({
        missing: [],
      });
    }
  });

  it('that the dashboard names exist in a running process', () => {
    const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    expect(shown.length).toBeGreaterThan(20);
    for (const { title, expr } of shown) {
      const names = metricsIn(expr);
      expect({ title, names }).not.toMatchObject({ names: [] });
      expect({ title, missing: names.filter((name) => !measured.has(name)) }).toMatchObject({ missing: [] });
    }
  });
});

/** Of kube-state-metrics, the kubelet, CloudNativePG and its plugin for backups, and an exporter of Postgres. */
const ofOthers = [
  'kube_job_failed',
  'kube_job_status_active',
  'kube_cronjob_created',
  'kube_cronjob_status_last_successful_time',
  'kube_horizontalpodautoscaler_status_current_replicas',
  'kube_horizontalpodautoscaler_spec_max_replicas',
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  'cnpg_pg_replication_lag',
  'cnpg_pg_replication_streaming_replicas',
  'cnpg_pg_stat_archiver_last_failed_time',
  'cnpg_pg_stat_archiver_last_archived_time',
  'pg_prepared_xacts_oldest_age_seconds',
  'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
];

const ours = 'namespace="client-reporting"';
const build = (program: string) => `client_reporting_build_info{program="${program}",pod="${program}-1"}`;
const calls = (code: string) =>
  `client_reporting_grpc_client_call_duration_seconds_count{method="Reporting/List",code="${code}"}`;

/** Values of a series at each minute, such as `1x120`; at which minute the alert is raised, and at which it is not. */
const symptoms: { name: string; series: Record<string, string>; raised: number; quiet: number }[] = [
  {
    name: 'ProgramMissing',
    series: Object.fromEntries(
      ['gateway', 'auth', 'reporting', 'portal'].map((name) => [build(name), name === 'portal' ? '1x30' : '1x90']),
    ),
    raised: 60,
    quiet: 30,
  },
  {
    name: 'CallsFail',
    series: { [calls('ok')]: '0+90x90', [calls('service_unavailable')]: '0x40 0+10x50' },
    raised: 60,
    quiet: 40,
  },
  {
    name: 'PoolExhausted',
    series: { 'client_reporting_db_pool_waiting{pod="a"}': '0x40 3x50' },
    raised: 60,
    quiet: 40,
  },
  {
    name: 'RateLimiterDegraded',
    series: { 'client_reporting_rate_limiter_degraded{pod="a"}': '0x40 1x50' },
    raised: 60,
    quiet: 43,
  },
  {
    name: 'SecretsGuessed',
    series: {
      'client_reporting_grpc_server_call_duration_seconds_count{method="Auth/IssueToken",code="invalid_client"}':
        '0+10x40 500+100x60',
    },
    raised: 80,
    quiet: 40,
  },
  { name: 'RollUpsDiffer', series: { client_reporting_roll_up_differences: '0x40 2x50' }, raised: 60, quiet: 40 },
  {
    name: 'ReconciliationLate',
    series: { client_reporting_roll_up_reconciliation_age_seconds: '3600+60x4000' },
    raised: 3_200,
    quiet: 2_800,
  },
  {
    name: 'SnapshotOld',
    series: { client_reporting_oldest_snapshot_age_seconds: '0x20 0+60x100' },
    raised: 70,
    quiet: 45,
  },
  {
    name: 'EventLoopLags',
    series: { [build('auth')]: '1x90', 'nodejs_eventloop_lag_p99_seconds{pod="auth-1"}': '0.01x40 0.5x50' },
    raised: 60,
    quiet: 45,
  },
  {
    name: 'NoTraffic',
    series: {
      [build('gateway')]: '1x200',
      'client_reporting_http_request_duration_seconds_count{route="/x"}': '0+60x60 3600x140',
      // What component probe asks: five requests every five minutes.
      'client_reporting_http_request_duration_seconds_count{route="/y"}': Array.from(
        { length: 200 },
        (_, minute) => 5 * Math.floor(minute / 5),
      ).join(' '),
      'client_reporting_http_request_duration_seconds_count{route="/health"}': '0+60x200',
    },
    raised: 100,
    quiet: 80,
  },
  {
    name: 'AuditDropped',
    series: { 'client_reporting_audit_dropped_total{pod="a"}': '0x40 5x50' },
    raised: 45,
    quiet: 40,
  },
  {
    name: 'LogLinesDropped',
    series: { 'client_reporting_log_lines_dropped_total{pod="a"}': '0x40 5x50' },
    raised: 45,
    quiet: 70,
  },
  {
    name: 'CertificateExpires',
    // Eight days after the beginning.
    series: { 'client_reporting_tls_expires_timestamp_seconds{pod="a"}': `${8 * 86_400}x2000` },
    raised: 1_480,
    quiet: 1_430,
  },
  {
    name: 'CertificateUnusable',
    series: { 'client_reporting_tls_unusable{pod="a"}': '0x40 1x50' },
    raised: 50,
    quiet: 43,
  },
  {
    name: 'MigrationFailed',
    series: { [`kube_job_failed{${ours},job_name="migrate-1-0-0",condition="true"}`]: '0x40 1x50' },
    raised: 45,
    quiet: 40,
  },
  {
    name: 'MigrationHangs',
    series: { [`kube_job_status_active{${ours},job_name="migrate-1-0-0"}`]: '0x40 1x50' },
    raised: 55,
    quiet: 48,
  },
  {
    name: 'AutoscalerAtMaximum',
    series: {
      [`kube_horizontalpodautoscaler_status_current_replicas{${ours},horizontalpodautoscaler="gateway"}`]: '2x40 10x90',
      [`kube_horizontalpodautoscaler_spec_max_replicas{${ours},horizontalpodautoscaler="gateway"}`]: '10x130',
    },
    raised: 75,
    quiet: 65,
  },
  {
    name: 'DiskFull',
    series: {
      [`kubelet_volume_stats_available_bytes{${ours},persistentvolumeclaim="postgres-1"}`]: '50x40 10x50',
      [`kubelet_volume_stats_capacity_bytes{${ours},persistentvolumeclaim="postgres-1"}`]: '100x90',
    },
    raised: 60,
    quiet: 50,
  },
  {
    name: 'ReplicationLags',
    series: { [`cnpg_pg_replication_lag{${ours},pod="postgres-2"}`]: '0x40 90x50' },
    raised: 50,
    quiet: 43,
  },
  {
    name: 'StandbyLost',
    series: {
      [`cnpg_pg_replication_streaming_replicas{${ours},pod="postgres-1"}`]: '2x40 1x50',
      [`cnpg_pg_replication_streaming_replicas{${ours},pod="postgres-2"}`]: '0x90',
    },
    raised: 55,
    quiet: 48,
  },
  {
    name: 'WalNotArchived',
    // Once it failed and then worked; later it fails each minute.
    series: {
      [`cnpg_pg_stat_archiver_last_failed_time{${ours},pod="postgres-1"}`]: '60x40 2460+60x50',
      [`cnpg_pg_stat_archiver_last_archived_time{${ours},pod="postgres-1"}`]: '0+60x40 2400x50',
    },
    raised: 55,
    quiet: 48,
  },
  {
    name: 'TransactionInDoubt',
    series: { [`pg_prepared_xacts_oldest_age_seconds{${ours},instance="postgres-1"}`]: '4x40 60+60x50' },
    raised: 45,
    quiet: 41,
  },
  {
    name: 'BackupOld',
    series: {
      [`barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{${ours}}`]: '0x4000',
    },
    raised: 1_590,
    quiet: 1_560,
  },
  {
    name: 'ProbeFails',
    series: { [`kube_cronjob_status_last_successful_time{${ours},cronjob="probe"}`]: '0+60x60 3600x40' },
    raised: 85,
    quiet: 70,
  },
  // It is not there.
  { name: 'ProbeFails', series: {}, raised: 10, quiet: 3 },
  {
    name: 'BackupOld',
    series: {
      [`kube_cronjob_created{${ours},cronjob="backup"}`]: '0x4000',
      [`kube_cronjob_status_last_successful_time{${ours},cronjob="backup"}`]: '7200x4000',
    },
    raised: 1_710,
    quiet: 1_680,
  },
  // None was ever made.
  {
    name: 'BackupOld',
    series: { [`kube_cronjob_created{${ours},cronjob="backup"}`]: '0x4000' },
    raised: 1_590,
    quiet: 1_560,
  },
];

describe('symptoms', () => {
  it('are tested, each', () => {
    const budgets = ['FailuresFast', 'FailuresSlow', 'SlownessFast', 'SlownessSlow'];
    const tested = [...budgets, ...symptoms.map(({ name }) => name)].map((name) => `ClientReporting${name}`);
    expect([...new Set(tested)].toSorted()).toEqual(
      alerts()
        .map(({ alert }) => alert)
        .toSorted(),
    );
  });

  // Days take long otherwise.
  it.each([
    { evaluation_interval: '1m', chosen: symptoms.filter(({ raised }) => raised < 1_000) },
    { evaluation_interval: '10m', chosen: symptoms.filter(({ raised }) => raised > 1_000) },
  ])(
    'raise their alerts in time, and not before, evaluated each $evaluation_interval',
    async ({ evaluation_interval, chosen }) => {
      const promtool = await installed('promtool');
      const file = path.join(temporary.directory, `symptoms-${evaluation_interval}.json`);
      const tests = chosen.map(({ name, series, raised, quiet }) => ({
        name,
        interval: '1m',
        input_series: Object.entries(series).map(([of, values]) => ({ series: of, values })),
        promql_expr_test: [
          { minute: quiet, samples: [] },
          { minute: raised, samples: [{ labels: `{alertname="ClientReporting${name}"}`, value: 1 }] },
        ].map(({ minute, samples }) => ({
          expr: `count by (alertname) (ALERTS{alertstate="firing", alertname="ClientReporting${name}"})`,
          eval_time: `${minute}m`,
          exp_samples: samples,
        })),
      }));
      await writeFile(file, JSON.stringify({ rule_files: [symptomsFile], evaluation_interval, tests }));
      const { status, stdout, stderr } = await runCommand(promtool, ['test', 'rules', file], {});
      expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' });
    },
    300_000,
  );
});

describe('rules', () => {
  it('are right in the eyes of promtool', async () => {
    const promtool = await installed('promtool');
    const { status, stdout, stderr } = await runCommand(promtool, ['check', 'rules', rulesFile], {});
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`SUCCESS: ${all().length} rules found`);
  }, 300_000);

  it.each([
    { what: 'a good day raises nothing', minutes: 1_500, parts: [{ failing: 0.0005, slow: 0.04 }], raised: {} },
    {
      what: '2 % of requests that fail wake somebody within the hour',
      minutes: 65,
      parts: [{ failing: 0.02 }],
      raised: { FailuresFast: '2%', FailuresSlow: '2%' },
    },
    {
      what: '0.2 % that fail for days can wait for the morning',
      minutes: 4_400,
      parts: [{ failing: 0.002 }],
      raised: { FailuresSlow: '0.2%' },
    },
    {
      what: 'three bad minutes raise nothing',
      minutes: 400,
      parts: [{ minutes: 395 }, { minutes: 3, failing: 0.2 }, {}],
      raised: {},
    },
    {
      what: 'ten very bad minutes wake somebody',
      minutes: 400,
      parts: [{ minutes: 390 }, { failing: 0.5 }],
      raised: { FailuresFast: '8.475%' },
    },
    {
      what: 'what is over raises nothing any more',
      minutes: 1_445,
      parts: [{ minutes: 1_400 }, { minutes: 10, failing: 0.1 }, {}],
      raised: {},
    },
    {
      what: '80 % of reports that are slow wake somebody within the hour',
      minutes: 65,
      parts: [{ slow: 0.8 }],
      raised: { SlownessFast: '80%', SlownessSlow: '80%' },
    },
    {
      what: '10 % that are slow for days can wait for the morning',
      minutes: 4_400,
      parts: [{ slow: 0.1 }],
      raised: { SlownessSlow: '10%' },
    },
  ])(
    '$what',
    async ({ what, minutes, parts, raised }: Day) => {
      const promtool = await installed('promtool');
      const file = path.join(temporary.directory, `${what.replaceAll(/\W+/g, '-')}.json`);
      const alertsOf = (name: string) => {
        const value = raised[name];
        return value === undefined ? [] : [expectedAlert(name, value)];
      };
      const test = {
        interval: '1m',
        input_series: seriesOf(minutes, parts),
        alert_rule_test: ['FailuresFast', 'FailuresSlow', 'SlownessFast', 'SlownessSlow'].map((name) => ({
          eval_time: `${minutes}m`,
          alertname: `ClientReporting${name}`,
          exp_alerts: alertsOf(name),
        })),
      };
      const evaluation_interval = minutes > 1_000 ? '15m' : '1m'; // days take long otherwise
      const group_eval_order = rules.groups.filter(isOfPromises).map(({ name }) => name); // promtool takes them in any order otherwise
      await writeFile(
        file,
        JSON.stringify({ rule_files: [promisesFile], evaluation_interval, group_eval_order, tests: [test] }),
      );
      const { status, stdout, stderr } = await runCommand(promtool, ['test', 'rules', file], {});
      expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' });
    },
    300_000,
  );
});

/** Shares of 10,000 reports a minute for so long, the last until the end; and the alerts at the end, with their value. */
type Part = { minutes?: number; failing?: number; slow?: number };
type Day = { what: string; minutes: number; parts: Part[]; raised: Record<string, string> };

function seriesOf(minutes: number, parts: Part[]) {
  const name = 'client_reporting_http_request_duration_seconds';
  const counter = (series: string, perMinute: (part: Part) => number) => {
    let total = 0;
    let left = minutes;
    const values = parts.map((part) => {
      const steps = Math.min(part.minutes ?? left, left);
      const start = total + perMinute(part);
      total += perMinute(part) * steps;
      left -= steps;
      return `${start}+${perMinute(part)}x${steps - 1}`;
    });
    return { series: `${name}_${series}`, values: values.join(' ') };
  };
  const answered = ({ failing = 0 }: Part) => 10_000 * (1 - failing);
  return [
    counter(`count{route="${paymentsPath}",code="200"}`, answered),
    counter(`count{route="${paymentsPath}",code="503"}`, ({ failing = 0 }) => 10_000 * failing),
    counter(`bucket{route="${paymentsPath}",code="200",le="0.1"}`, (part) => answered(part) * (1 - (part.slow ?? 0))),
    // None of these may thin out the failures.
    counter('count{route="other",code="404"}', () => 50_000),
    counter('count{route="/health",code="200"}', () => 50_000),
  ];
}

function expectedAlert(name: string, value: string) {
  const { labels, annotations } = ruleOf(name);
  const description = annotations?.description.replace(/\{\{.*\}\}/, value);
  return { exp_labels: labels, exp_annotations: { ...annotations, description } };
}

function ruleOf(name: string): Rule {
  const rule = alerts().find(({ alert }) => alert === `ClientReporting${name}`);
  if (!rule) throw new Error(`there is no alert ClientReporting${name}`);
  return rule;
}

/** An empty database of a role with the rights of component cloudnative-pg. */
async function databaseOfOwner(): Promise<string> {
  const owner = `owner_${randomUUID()}`;
  const server = await createDatabase('template1');
  const password = randomUUID();
  await query(server, `create role "${owner}" login password '${password}'`);
  const [cluster] = parseAllDocuments(await read('k8s/components/cloudnative-pg/cluster.yaml'));
  const { spec } = cluster?.toJS() as { spec: { bootstrap: { initdb: { postInitSQL: string[] } } } };
  for (const statement of spec.bootstrap.initdb.postInitSQL)
    await query(server, statement.replace('client_reporting', `"${owner}"`));
  await query(server, `alter database ${new URL(server).pathname.slice(1)} owner to "${owner}"`);
  return Object.assign(new URL(server), { username: owner, password }).href;
}

/** The statements of the blocks of SQL in the pages of a directory, with something in the place of what a reader fills in. */
async function sqlOf(directory: string): Promise<string[]> {
  const pages = await Promise.all(
    (await readdir(path.join(root, directory))).map((file) => read(`${directory}/${file}`)),
  );
  const blocks = pages.flatMap((page) => [...page.matchAll(/^ *```sql\n(.*?)^ *```/gms)].map(([, sql = '']) => sql));
  return blocks.flatMap((block) => block.split(';').filter((statement) => statement.trim() !== ''));
}

/** The metrics that an expression names: what is neither function, operator, label, text nor duration. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)].map(([name]) => name);
  return names.filter((name) => !['or', 'and', 'unless'].includes(name) && !new RegExp(`\\b${name}\\s*\\(`).test(bare));
}
