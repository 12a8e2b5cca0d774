import { writeFileSync } from 'node:fs';

type Panel = {
  title: string;
  /** As Grafana names units. */
  unit: string;
  /** PromQL by legend. */
  series: Record<string, string>;
  /** `redFrom` makes it one number, which is red from there on; the others are lines over time. */
  options?: { description?: string; redFrom?: number; stacked?: boolean };
};

const panel = (title: string, unit: string, series: Panel['series'], options?: Panel['options']): Panel => ({
  title,
  unit,
  series,
  ...(options && { options }),
});
/** A metric of ours in the namespace, with further labels. */
const ours = (metric: string, labels = '') =>
  `client_reporting_${metric}{namespace="$namespace"${labels && `, ${labels}`}}`;
const sum = (by: string, vector: string) => `sum by (${by}) (${vector})`;
const rate = (by: string, metric: string, labels?: string) => sum(by, `rate(${ours(metric, labels)}[5m])`);
const quantile = (share: number, by: string, metric: string, labels?: string) =>
  `histogram_quantile(${share}, ${rate(by, `${metric}_bucket`, labels)})`;
const http = 'http_request_duration_seconds';
const listed = 'route=~"/api/.*/list", code=~"2..|3..|499"';
const objective = (ratio: string) => `client_reporting:${ratio}{namespace="$namespace"}`;
const byProgram = (vector: string) => `${vector} * on (pod) group_left (program) ${ours('build_info')}`;
const stacked = { stacked: true };

/** The panels by the title of their row, three beside each other. */
const rows: Record<string, Panel[]> = {
  Objectives: [
    panel(
      'Requests answered with a 5xx, 30 minutes',
      'percentunit',
      { failed: objective('requests_failed:ratio_rate30m') },
      { redFrom: 0.001, description: 'Objective: at most 0.1 %.' },
    ),
    panel(
      'Reports slower than 100 ms, 30 minutes',
      'percentunit',
      { slow: objective('reports_slow:ratio_rate30m') },
      { redFrom: 0.05, description: 'Objective: at most 5 %.' },
    ),
    panel(
      'Error budget used, projected from the last 3 days',
      'percentunit',
      {
        failures: `${objective('requests_failed:ratio_rate3d')} / 0.001`,
        slowness: `${objective('reports_slow:ratio_rate3d')} / 0.05`,
      },
      { redFrom: 1, description: 'Over 100 % the month will miss its objective.' },
    ),
  ],
  Requests: [
    panel('Requests by route', 'reqps', { '{{route}}': rate('route', `${http}_count`) }, stacked),
    panel(
      'Requests by status',
      'reqps',
      { '{{code}}': rate('code', `${http}_count`) },
      { stacked: true, description: '499: the client disconnected before it had its answer.' },
    ),
    panel('Reports: duration', 's', {
      p50: quantile(0.5, 'le', http, listed),
      p95: quantile(0.95, 'le', http, listed),
      p99: quantile(0.99, 'le', http, listed),
    }),
  ],
  'Access and limits': [
    panel('Access tokens', 'ops', { '{{outcome}}': rate('outcome', 'access_total') }, stacked),
    panel(
      'Token requests',
      'ops',
      { '{{code}}': rate('code', 'grpc_server_call_duration_seconds_count', 'method="Auth/IssueToken"') },
      { stacked: true, description: 'ok: granted.' },
    ),
    panel('Cache hits of verified tokens and accounts', 'percentunit', {
      '{{cache}}': `${rate('cache', 'access_cache_total', 'result="hit"')} / ${rate('cache', 'access_cache_total')}`,
    }),
    panel('Limits: refused', 'reqps', {
      '{{tier}}': rate('tier', 'rate_limit_requests_total', 'outcome="refused"'),
    }),
    panel(
      'Limits: near a limit',
      'reqps',
      { '{{tier}}': rate('tier', 'rate_limit_requests_total', 'outcome="near_limit"') },
      { description: 'Allowed, with a tenth of the limit or less left.' },
    ),
    panel('Limits: calls to Redis that failed', 'reqps', { '{{pod}}': rate('pod', 'rate_limit_redis_failures_total') }),
  ],
  'Between the programs': [
    panel('Calls made: duration, p99', 's', {
      '{{method}}': quantile(0.99, 'le, method', 'grpc_client_call_duration_seconds'),
    }),
    panel('Calls answered: duration, p99', 's', {
      '{{method}}': quantile(0.99, 'le, method', 'grpc_server_call_duration_seconds'),
    }),
    panel('Failed calls', 'ops', {
      '{{method}} {{code}}': rate('method, code', 'grpc_client_call_duration_seconds_count', 'code!="ok"'),
    }),
  ],
  'Reporting and Postgres': [
    panel('Pages by what was cached', 'ops', { '{{source}}': rate('source', 'report_answers_total') }, stacked),
    panel('Memory of the page cache', 'bytes', { '{{pod}} {{memory}}': ours('report_memory_bytes') }),
    panel('Statements: seconds a second in Postgres, top ten', 'percentunit', {
      '{{statement}}': `topk(10, ${rate('statement', 'db_statement_duration_seconds_sum')})`,
    }),
    panel('Statements: duration, p99', 's', { '{{job}}': quantile(0.99, 'le, job', 'db_statement_duration_seconds') }),
    panel('Connections', 'short', {
      '{{job}} {{state}}': sum('job, state', ours('db_pool_connections')),
      '{{job}} at most': sum('job', ours('db_pool_connections_max')),
      '{{job}} calls waiting': sum('job', ours('db_pool_waiting')),
    }),
    panel('Wait for a connection, p99', 's', { '{{job}}': quantile(0.99, 'le, job', 'db_pool_wait_seconds') }),
  ],
  Processes: [
    panel('Event loop lag, p99', 's', {
      '{{pod}}': byProgram('nodejs_eventloop_lag_p99_seconds{namespace="$namespace"}'),
    }),
    panel(
      'Processor',
      'percentunit',
      { '{{pod}}': byProgram('rate(process_cpu_seconds_total{namespace="$namespace"}[5m])') },
      { description: '100 % is the most that one process can use.' },
    ),
    panel('Memory', 'bytes', {
      '{{pod}}': byProgram('process_resident_memory_bytes{namespace="$namespace"}'),
    }),
    panel('Versions', 'short', {
      '{{program}} {{version}}, Node {{node}}': `count by (program, version, node) (${ours('build_info')})`,
    }),
  ],
};

const datasource = { type: 'prometheus', uid: '${datasource}' };
const panels: object[] = [];
let y = 0;
for (const [title, own] of Object.entries(rows)) {
  panels.push({
    id: panels.length + 1,
    type: 'row',
    title,
    collapsed: false,
    gridPos: { h: 1, w: 24, x: 0, y },
    panels: [],
  });
  y += 1;
  for (const [index, panel] of own.entries()) {
    const gridPos = { h: 8, w: 8, x: 8 * (index % 3), y: y + 8 * Math.floor(index / 3) };
    panels.push({ id: panels.length + 1, ...drawn(panel), gridPos });
  }
  y += 8 * Math.ceil(own.length / 3);
}
const dashboard = {
  title: 'Client Reporting API',
  uid: 'client-reporting',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  tags: ['client-reporting'],
  time: { from: 'now-3h', to: 'now' },
  timezone: 'utc',
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
      {
        name: 'namespace',
        type: 'query',
        label: 'Namespace',
        datasource,
        query: 'label_values(client_reporting_build_info, namespace)',
        refresh: 2,
      },
    ],
  },
  annotations: { list: [] },
};
const panelLines = panels.map((drawnPanel) => `    ${JSON.stringify(drawnPanel)}`).join(',\n');
const text = JSON.stringify({ ...dashboard, panels: [] }, undefined, 2).replace(
  '"panels": []',
  `"panels": [\n${panelLines}\n  ]`,
);
writeFileSync('k8s/components/monitoring/dashboard.json', `${text}\n`);

function drawn({ title, unit, series, options: { description, redFrom, stacked: isStacked } = {} }: Panel): object {
  const steps = [
    { color: 'green', value: null },
    { color: 'red', value: redFrom },
  ];
  return {
    type: redFrom === undefined ? 'timeseries' : 'stat',
    title,
    datasource,
    ...(description && { description }),
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        ...(redFrom !== undefined && { thresholds: { mode: 'absolute', steps } }),
        ...(isStacked && { custom: { stacking: { mode: 'normal' }, fillOpacity: 30 } }),
      },
      overrides: [],
    },
    ...(redFrom === undefined && {
      options: { tooltip: { mode: 'multi' }, legend: { displayMode: 'list', placement: 'bottom' } },
    }),
    targets: Object.entries(series).map(([legendFormat, expr], index) => ({
      refId: 'ABC'.charAt(index),
      datasource,
      expr,
      legendFormat,
    })),
  };
}
