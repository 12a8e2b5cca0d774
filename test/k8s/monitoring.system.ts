import { beforeAll, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import { makeAuthority, makeCertificate } from '../support/network/certificates.ts';
import { createDatabase, query, withClient } from '../support/postgres/database.ts';
import { installed } from '../support/programs/installed.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import { namesOf, scrape } from '../support/network/scrape.ts';
import { render } from './tools/tools.ts';
import { company, paymentsPath, requestReport, timesheetsPath, tokenOf } from '../support/fixtures.ts';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string; runbook_url: string };
};
type Rules = { groups: { name: string; rules: Rule[] }[] };
type Panel = { title: string; targets?: { expr: string }[] };

/** Other than in the manifests. */
const namespace = 'reports-staging';
const components = ['monitoring', 'no-traffic', 'probe', 'backup'];

let rules: Rules;
let panels: Panel[];
const { directory: temporary } = await temporaryDirectory();

beforeAll(async () => {
  const rendered = await Promise.all(['cloudnative-pg', 'citus'].map((database) => renderWith(database)));
  const groups = rendered.flat().flatMap(({ spec }) => spec.groups);
  rules = { groups: [...new Map(groups.map((group) => [group.name, group])).values()] };
  panels = (JSON.parse(await read('k8s/components/monitoring/dashboard.json')) as { panels: Panel[] }).panels;
});

/** As an operator has them: production in a namespace of another name, with the components. */
async function renderWith(database: string): Promise<{ spec: Rules }[]> {
  const directory = path.join(temporary, database);
  await mkdir(directory);
  const k8s = path.relative(directory, path.join(root, 'k8s'));
  const overlay = {
    namespace,
    resources: [`${k8s}/overlays/production`],
    components: [...components, database].map((component) => `${k8s}/components/${component}`),
  };
  await writeFile(path.join(directory, 'kustomization.yaml'), JSON.stringify(overlay));
  const documents = parseAllDocuments(await render(directory));
  const objects = documents.map((document) => document.toJS() as { kind: string; spec: Rules });
  return objects.filter(({ kind }) => kind === 'PrometheusRule');
}

const read = (file: string) => readFile(path.join(root, file), 'utf8');
const all = () => rules.groups.flatMap((group) => group.rules);
const alerts = () => all().filter(({ alert }) => alert !== undefined);

it('Every alert has a runbook, and other runbooks exist only where the docs name them', async () => {
  const links = alerts().map(({ annotations }) => annotations?.runbook_url ?? 'none');
  const named = links.map((link) => link.replace(/^https:\/\/git\.example\.com\/.*\/(?=k8s\/)/, ''));
  const docs = await Promise.all(
    (await readdir(path.join(root, 'docs/operations'))).map((file) => read(`docs/operations/${file}`)),
  );
  const inDocs = [...docs.join('').matchAll(/k8s\/runbooks\/[\w-]+\.md/g)].map(([file]) => file);
  const files = (await readdir(path.join(root, 'k8s/runbooks'))).filter((file) => file.endsWith('.md'));
  const written = files.map((file) => `k8s/runbooks/${file}`);
  const inOthers = ['k8s/runbooks/psql.md'];
  expect([...new Set([...named, ...inDocs, ...inOthers])].sort()).toEqual(written.sort());
});

it('The SQL of runbooks runs as the owner that component cloudnative-pg makes, who sees the sessions of others and may end them', async () => {
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

it('The metrics that rules and dashboard name exist in a running process', async () => {
  await makeAuthority(temporary, 'ca');
  await makeCertificate(temporary, 'tls', 'ca');
  const file = (name: string) => path.join(temporary, name);
  const certificates = { GRPC_TLS_CERT: file('tls.crt'), GRPC_TLS_KEY: file('tls.key'), GRPC_TLS_CA: file('ca.crt') };
  const { url, databaseUrl, gateway, auth, reporting, stop } = await startProduct({ ...unlimited, ...certificates });
  await load(databaseUrl, company('acme'));
  const token = await tokenOf(url, 'acme');
  for (const report of [paymentsPath, timesheetsPath]) await requestReport(url, token, report).expect(200);
  const scrapes = await Promise.all([gateway, auth, reporting].map(({ internal }) => scrape(internal())));
  await stop();
  const recorded = all().map(({ record }) => record);
  const measured = new Set([...scrapes.flatMap((scraped) => [...namesOf(scraped)]), ...recorded, ...ofOthers]);
  const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr })));
  const named = all().map(({ expr, record, alert }) => ({ of: record ?? alert, expr }));
  expect(Math.min(shown.length, named.length)).toBeGreaterThan(20);
  for (const { of, expr } of [...shown, ...named]) {
    const names = metricsIn(expr);
    expect({ of, names }).not.toEqual({ of, names: [] });
    expect({ of, missing: names.filter((name) => !measured.has(name)) }).toEqual({ of, missing: [] });
  }
});

/** Of kube-state-metrics, the kubelet, CloudNativePG and its plugin for backups, and an exporter of Postgres. */
const ofOthers = [
  'kube_job_failed',
  'kube_deployment_status_condition',
  'kube_deployment_status_replicas_unavailable',
  'kube_pod_container_status_restarts_total',
  'kube_cronjob_created',
  'kube_cronjob_status_last_successful_time',
  'kube_horizontalpodautoscaler_status_condition',
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

const answered = 'client_reporting_http_request_duration_seconds_count';
const calls = (code: string) =>
  `client_reporting_grpc_client_call_duration_seconds_count{method="Reporting/List",code="${code}"}`;
const cronJob = (name: string, created: string, succeeded?: string) => ({
  [`kube_cronjob_created{cronjob="${name}"}`]: created,
  ...(succeeded && { [`kube_cronjob_status_last_successful_time{cronjob="${name}"}`]: succeeded }),
});
const day = 1_440;

/**
 * At which minute an alert is not raised, at which it is, and values of series at each minute, such as `1x120`. The gateway runs, unless
 * `gateway` says otherwise; the alert is in its namespace, unless `where` says otherwise.
 */
function symptom(
  name: string,
  quiet: number,
  raised: number,
  series: Record<string, string>,
  { gateway = `1x${raised}`, where = [namespace] }: { gateway?: string; where?: string[] } = {},
) {
  const program = 'client_reporting_build_info{program="gateway",pod="gateway-1"}';
  const input_series = Object.entries({ [program]: gateway, ...series }).flatMap(([of, values]) => {
    const namespaces = of.startsWith('client_reporting') ? [namespace] : [namespace, 'of-another-product'];
    return namespaces.map((at) => ({ series: inNamespace(of, at), values }));
  });
  const promql_expr_test = [firing(quiet, name, []), firing(raised, name, [name], where)];
  return { name, minutes: raised, test: { name, interval: '1m', input_series, promql_expr_test } };
}

const symptoms = [
  symptom('ProgramMissing', 30, 60, { 'client_reporting_build_info{program="portal"}': '1x30' }),
  symptom('ProgramMissing', 30, 60, {}, { gateway: '1x30', where: [namespace, ''] }),
  symptom('CallsFail', 40, 60, { [calls('ok')]: '0+90x90', [calls('service_unavailable')]: '0x40 0+10x50' }),
  symptom('PoolExhausted', 40, 60, { client_reporting_db_pool_waiting: '0x40 3x50' }),
  // The pods are replaced meanwhile.
  symptom('RateLimiterDegraded', 43, 47, {
    'client_reporting_rate_limiter_degraded{pod="a"}': '0x40 1x3',
    'client_reporting_rate_limiter_degraded{pod="b"}': '_x40 1x50',
  }),
  symptom('SecretsGuessed', 40, 80, {
    'client_reporting_grpc_server_call_duration_seconds_count{method="Auth/IssueToken",code="invalid_client"}':
      '0+10x40 500+100x60',
  }),
  symptom('TokensRefused', 40, 60, {
    [`${answered}{route="/api/v1/x/list",code="200"}`]: '0+60x40 2400x50',
    [`${answered}{route="/api/v1/x/list",code="401"}`]: '0+1x40 40+60x50',
  }),
  symptom('RollUpsDiffer', 40, 60, { client_reporting_roll_up_differences: '0x40 2x50' }),
  symptom('ReconciliationLate', 2_800, 3_200, {
    client_reporting_roll_up_reconciliation_age_seconds: '3600+60x4000',
  }),
  symptom('SnapshotOld', 45, 70, { client_reporting_oldest_snapshot_age_seconds: '0x20 0+60x100' }),
  symptom('EventLoopLags', 45, 60, { 'nodejs_eventloop_lag_p99_seconds{pod="gateway-1"}': '0.01x40 0.5x50' }),
  symptom('NoTraffic', 120, 160, {
    [`${answered}{route="/x"}`]: '0+60x60 3600x140',
    // What component probe requests.
    [`${answered}{route="/y"}`]: '0+1x200',
    [`${answered}{route="/health"}`]: '0+60x200',
  }),
  symptom('EventsDropped', 40, 45, { client_reporting_audit_dropped_total: '0x40 5x50' }),
  symptom('EventsDropped', 70, 45, { client_reporting_log_lines_dropped_total: '0x40 5x50' }),
  // Eight days after the beginning.
  symptom('CertificateExpires', 1_430, 1_480, {
    client_reporting_tls_expires_timestamp_seconds: `${8 * 86_400}x2000`,
  }),
  symptom('CertificateExpires', 50, 60, { client_reporting_tls_unusable: '0x40 1x50' }),
  // Until the way back.
  ...[38, 75].map((quiet) =>
    symptom('RolloutStalled', quiet, 45, {
      'kube_job_failed{job_name="migrate-1-0-0",condition="true"}': '0x40 1x60',
      'kube_deployment_status_replicas_unavailable{deployment="reporting"}': '0x35 1x30 0x40',
    }),
  ),
  symptom('RolloutStalled', 41, 50, {
    'kube_deployment_status_condition{deployment="auth",condition="Progressing",status="false"}': '0x40 1x50',
  }),
  symptom('PodsCrash', 42, 60, {
    'kube_pod_container_status_restarts_total{container="reporting",pod="a"}': '1x40 1+1x50',
  }),
  symptom('AutoscalerStuck', 65, 75, {
    'kube_horizontalpodautoscaler_status_current_replicas{horizontalpodautoscaler="gateway"}': '2x40 10x90',
    'kube_horizontalpodautoscaler_spec_max_replicas{horizontalpodautoscaler="gateway"}': '10x130',
  }),
  symptom('AutoscalerStuck', 65, 75, {
    'kube_horizontalpodautoscaler_status_condition{horizontalpodautoscaler="auth",condition="ScalingActive",status="false"}':
      '0x40 1x90',
  }),
  symptom('DiskFull', 50, 60, {
    'kubelet_volume_stats_available_bytes{persistentvolumeclaim="postgres-1"}': '50x40 10x50',
    'kubelet_volume_stats_capacity_bytes{persistentvolumeclaim="postgres-1"}': '100x90',
  }),
  symptom('StandbyLost', 48, 55, { 'cnpg_pg_replication_lag{pod="postgres-2"}': '0x40 90x50' }),
  symptom('StandbyLost', 48, 55, {
    'cnpg_pg_replication_streaming_replicas{pod="postgres-1"}': '2x40 1x50',
    'cnpg_pg_replication_streaming_replicas{pod="postgres-2"}': '0x90',
  }),
  // Once it failed and then worked; later it fails each minute.
  symptom('WalNotArchived', 50, 60, {
    'cnpg_pg_stat_archiver_last_failed_time{pod="postgres-1"}': '60x40 2460+60x50',
    'cnpg_pg_stat_archiver_last_archived_time{pod="postgres-1"}': '0+60x40 2400x50',
  }),
  symptom('WalNotArchived', 1_560, 1_590, {
    barman_cloud_cloudnative_pg_io_last_available_backup_timestamp: '0x4000',
  }),
  symptom('BackupOld', 1_680, 1_710, cronJob('backup', '0x4000', '7200x4000')),
  // None was ever made.
  symptom('BackupOld', 1_560, 1_590, cronJob('backup', '0x4000')),
  symptom('RestoreNotTried', 8 * day + 120, 8 * day + 150, cronJob('restore-drill', '0x13000', '7200x13000')),
  symptom('TransactionInDoubt', 41, 45, {
    'pg_prepared_xacts_oldest_age_seconds{instance="postgres-1"}': '4x40 60+60x50',
  }),
  symptom('ProbeFails', 70, 85, cronJob('probe', '0x100', '0+60x60 3600x40')),
  // It is not there.
  symptom('ProbeFails', 3, 10, {}, { where: [''] }),
];

/** Requests a minute of a small installation. */
const small = 1;
const [fast, slow, reportsSlow] = ['FailuresFast', 'FailuresSlow', 'ReportsSlow'];

const budgets = [
  budget('a good day raises nothing', 1_500, [{ failing: 0.0005, slow: 0.04 }], []),
  budget('2 % of requests that fail are a page within the hour', 65, [{ failing: 0.02 }], [fast, slow]),
  budget('0.2 % that fail for days can wait for the morning', 4_400, [{ failing: 0.002 }], [slow]),
  budget('three bad minutes raise nothing', 400, [{ minutes: 395 }, { minutes: 3, failing: 0.2 }, {}], []),
  budget('ten very bad minutes are a page', 400, [{ minutes: 390 }, { failing: 0.5 }], [fast]),
  budget('what is over raises nothing any more', 1_445, [{ minutes: 1_400 }, { minutes: 10, failing: 0.1 }, {}], []),
  budget('nine failures of a small one raise nothing', 65, [{ minutes: 5 }, { minutes: 9, failing: 1 }, {}], [], small),
  budget('half an hour of a small one is a page', 65, [{ minutes: 35 }, { failing: 1 }], [fast, slow], small),
  budget('80 % of reports that are slow can wait for the morning', 65, [{ slow: 0.8 }], [reportsSlow]),
  budget('10 % that are slow for days can wait for the morning', 4_400, [{ slow: 0.1 }], [reportsSlow]),
];

it('At most 26 alerts exist, each of which is tested', () => {
  const tested = [...[fast, slow, reportsSlow], ...symptoms.map(({ name }) => name)];
  const names = alerts().map(({ alert }) => alert);
  expect([...new Set(tested.map((name) => `ClientReporting${name}`))].toSorted()).toEqual(
    [...new Set(names)].toSorted(),
  );
  expect(names.length).toBeLessThanOrEqual(26);
});

it('The alerts are valid for promtool', async () => {
  const rulesFile = path.join(temporary, 'rules.json');
  await writeFile(rulesFile, JSON.stringify(rules));
  const promtool = await installed('promtool');
  const { status, stdout, stderr } = await runCommand(promtool, ['check', 'rules', rulesFile], {});
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`SUCCESS: ${all().length} rules found`);
});

// Days take long otherwise.
it.each([
  { evaluation_interval: '1m', isLong: false },
  { evaluation_interval: '10m', isLong: true },
])(
  'The alerts are raised in time, and not before, in any namespace where the product runs and in no other, evaluated each $evaluation_interval',
  async ({ evaluation_interval, isLong }) => {
    const ofSymptoms = rules.groups
      .filter(({ name }) => !name.endsWith('-budgets'))
      // Ratios of budgets take long.
      .map((group) => ({ ...group, rules: group.rules.filter(({ record = '' }) => !record.includes('ratio')) }));
    const ofBudgets = rules.groups.filter(({ name }) => /-(slo|budgets)$/.test(name));
    for (const [groups, tests] of [
      [ofSymptoms, symptoms],
      [ofBudgets, budgets],
    ] as const) {
      const chosen = tests.filter(({ minutes }) => minutes > 1_000 === isLong).map(({ test }) => test);
      await testRules(groups, evaluation_interval, chosen);
    }
  },
  300_000,
);

/** Alerts of these names, a pattern, that fire in a minute, each in these namespaces. */
function firing(minute: number, pattern: string, names: string[], where = [namespace]) {
  const sample = (name: string, at: string) => ({
    labels: `{alertname="ClientReporting${name}"${at && `,namespace="${at}"`}}`,
    value: 1,
  });
  return {
    expr: `group by (alertname, namespace) (ALERTS{alertstate="firing", alertname=~"ClientReporting(${pattern})"})`,
    eval_time: `${minute}m`,
    exp_samples: names.flatMap((name) => where.map((at) => sample(name, at))),
  };
}

function inNamespace(series: string, where: string): string {
  return series.includes('{') ? series.replace('{', `{namespace="${where}",`) : `${series}{namespace="${where}"}`;
}

async function testRules(groups: Rules['groups'], evaluation_interval: string, tests: object[]): Promise<void> {
  const file = (name: string) => path.join(temporary, name);
  // promtool takes them in any order otherwise.
  const group_eval_order = groups.map(({ name }) => name);
  await writeFile(file('tested.json'), JSON.stringify({ groups }));
  const run = { rule_files: [file('tested.json')], evaluation_interval, group_eval_order, tests };
  await writeFile(file('test.json'), JSON.stringify(run));
  const { status, stdout, stderr } = await runCommand(
    await installed('promtool'),
    ['test', 'rules', file('test.json')],
    {},
  );
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' });
}

/** Shares of the reports of a minute for so long, the last until the end. */
type Part = { minutes?: number; failing?: number; slow?: number };

/** What of the budgets fires at the end of so many minutes. Another installation in the same Prometheus has no failures. */
function budget(name: string, minutes: number, parts: Part[], raised: string[], perMinute = 10_000) {
  const input_series = [
    ...seriesOf(minutes, parts, perMinute, namespace),
    ...seriesOf(minutes, [{}], 1_000_000, 'reports-production'),
  ];
  const expected = firing(minutes, [fast, slow, reportsSlow].join('|'), raised);
  return { name, minutes, test: { name, interval: '1m', input_series, promql_expr_test: [expected] } };
}

function seriesOf(minutes: number, parts: Part[], perMinute: number, where: string) {
  const counter = (series: string, share: (part: Part) => number) => {
    let total = 0;
    let left = minutes;
    const values = parts.map((part) => {
      const steps = Math.min(part.minutes ?? left, left);
      const step = share(part) * perMinute;
      const start = total + step;
      total += step * steps;
      left -= steps;
      return `${start}+${step}x${steps - 1}`;
    });
    const name = `client_reporting_http_request_duration_seconds_${series}`;
    return { series: inNamespace(name, where), values: values.join(' ') };
  };
  const answered = ({ failing = 0 }: Part) => 1 - failing;
  return [
    counter(`count{route="${paymentsPath}",code="200"}`, answered),
    counter(`count{route="${paymentsPath}",code="503"}`, ({ failing = 0 }) => failing),
    counter(`bucket{route="${paymentsPath}",code="200",le="0.1"}`, (part) => answered(part) * (1 - (part.slow ?? 0))),
    // None of these may thin out the failures.
    counter('count{route="other",code="404"}', () => 5),
    counter('count{route="/health",code="200"}', () => 5),
  ];
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
