type Series = { legendFormat: string; expr: string };
/** `redFrom` makes it one number, which is red from there on; the others are lines over time. */
type Options = { description?: string; redFrom?: number; isStacked?: boolean };

const datasource = { type: 'prometheus', uid: '${datasource}' };

/** The unit is as Grafana names it. */
function panel(title: string, unit: string, { description, redFrom, isStacked }: Options, ...series: Series[]) {
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
    targets: series.map(({ expr, legendFormat }, index) => ({
      ...{ refId: 'ABC'.charAt(index), datasource, expr, legendFormat },
    })),
  };
}

/** A metric of ours in the namespace, with further labels. */
const ours = (metric: string, labels = '') =>
  `client_reporting_${metric}{namespace="$namespace"${labels && `, ${labels}`}}`;
const sum = (by: string, vector: string) => `sum by (${by}) (${vector})`;
const rate = (by: string, metric: string, labels?: string) => sum(by, `rate(${ours(metric, labels)}[5m])`);
const process = (metric: string) => `${metric}{namespace="$namespace"}`;
const series = (legendFormat: string, expr: string): Series => ({ legendFormat, expr });
const objective = (name: string, ratio: string, share = '') =>
  series(name, process(`client_reporting:${ratio}`) + share);
/** A line for each combination of the labels `by`, which name it. */
const each = (by: string, expr: string) => series(by.replaceAll(/(\w+),?/g, '{{$1}}'), expr);
const rates = (by: string, metric: string, labels?: string) => each(by, rate(by, metric, labels));
const p99 = (by: string, metric: string) =>
  each(by, `histogram_quantile(0.99, ${rate(`le, ${by}`, `${metric}_bucket`)})`);
const durations = (quantile: number) =>
  series(
    `p${quantile * 100}`,
    `histogram_quantile(${quantile}, ${rate('le', `${http}_bucket`, 'route=~"/api/.*/list", code=~"2..|3..|499"')})`,
  );
const ofPods = (vector: string) => series('{{pod}}', `${vector} * on (pod) group_left (program) ${ours('build_info')}`);
const http = 'http_request_duration_seconds';
const stacked = { isStacked: true };
const near = { description: 'Allowed, with a tenth of the limit or less left.' };
const disconnected = { ...stacked, description: '499: the client disconnected before it had its answer.' };
const granted = { ...stacked, description: 'ok: granted.' };
const wholeProcess = { description: '100 % is the most that one process can use.' };
const budget = { redFrom: 1, description: 'Over 100 % the month will miss its objective.' };
const failures = { redFrom: 0.001, description: 'Objective: at most 0.1 %.' };
const slowness = { redFrom: 0.05, description: 'Objective: at most 5 %.' };
const cacheHits = `${rate('cache', 'access_cache_total', 'result="hit"')} / ${rate('cache', 'access_cache_total')}`;
const busiest = `topk(10, ${rate('statement', 'db_statement_duration_seconds_sum')})`;
const versions = `count by (program, version, node) (${ours('build_info')})`;

/** The panels by the title of their row, three beside each other. */
const rows: Record<string, object[]> = {
  Objectives: [
    panel(
      'Requests answered with a 5xx, 30 minutes',
      'percentunit',
      failures,
      objective('failed', 'requests_failed:ratio_rate30m'),
    ),
    panel(
      'Reports slower than 100 ms, 30 minutes',
      'percentunit',
      slowness,
      objective('slow', 'reports_slow:ratio_rate30m'),
    ),
    panel(
      'Error budget used, projected from the last 3 days',
      'percentunit',
      budget,
      objective('failures', 'requests_failed:ratio_rate3d', ' / 0.001'),
      objective('slowness', 'reports_slow:ratio_rate3d', ' / 0.05'),
    ),
  ],
  Requests: [
    panel('Requests by route', 'reqps', stacked, rates('route', `${http}_count`)),
    panel('Requests by status', 'reqps', disconnected, rates('code', `${http}_count`)),
    panel('Reports: duration', 's', {}, durations(0.5), durations(0.95), durations(0.99)),
  ],
  'Access and limits': [
    panel('Access tokens', 'ops', stacked, rates('outcome', 'access_total')),
    panel(
      'Token requests',
      'ops',
      granted,
      rates('code', 'grpc_server_call_duration_seconds_count', 'method="Auth/IssueToken"'),
    ),
    panel('Cache hits of verified tokens and accounts', 'percentunit', {}, each('cache', cacheHits)),
    panel('Limits: refused', 'reqps', {}, rates('tier', 'rate_limit_requests_total', 'outcome="refused"')),
    panel('Limits: near a limit', 'reqps', near, rates('tier', 'rate_limit_requests_total', 'outcome="near_limit"')),
    panel('Limits: calls to Redis that failed', 'reqps', {}, rates('pod', 'rate_limit_redis_failures_total')),
  ],
  'Between the programs': [
    panel('Calls made: duration, p99', 's', {}, p99('method', 'grpc_client_call_duration_seconds')),
    panel('Calls answered: duration, p99', 's', {}, p99('method', 'grpc_server_call_duration_seconds')),
    panel('Failed calls', 'ops', {}, rates('method, code', 'grpc_client_call_duration_seconds_count', 'code!="ok"')),
  ],
  'Reporting and Postgres': [
    panel('Pages by what was cached', 'ops', stacked, rates('source', 'report_answers_total')),
    panel('Memory of the page cache', 'bytes', {}, each('pod, memory', ours('report_memory_bytes'))),
    panel('Statements: seconds a second in Postgres, top ten', 'percentunit', {}, each('statement', busiest)),
    panel('Statements: duration, p99', 's', {}, p99('job', 'db_statement_duration_seconds')),
    panel(
      'Connections',
      'short',
      {},
      each('job, state', sum('job, state', ours('db_pool_connections'))),
      series('{{job}} at most', sum('job', ours('db_pool_connections_max'))),
      series('{{job}} calls waiting', sum('job', ours('db_pool_waiting'))),
    ),
    panel('Wait for a connection, p99', 's', {}, p99('job', 'db_pool_wait_seconds')),
  ],
  Processes: [
    panel('Event loop lag, p99', 's', {}, ofPods(process('nodejs_eventloop_lag_p99_seconds'))),
    panel('Processor', 'percentunit', wholeProcess, ofPods(`rate(${process('process_cpu_seconds_total')}[5m])`)),
    panel('Memory', 'bytes', {}, ofPods(process('process_resident_memory_bytes'))),
    panel('Versions', 'short', {}, series('{{program}} {{version}}, Node {{node}}', versions)),
  ],
};

const panels: object[] = [];
let y = 0;
for (const [title, own] of Object.entries(rows)) {
  panels.push({ type: 'row', title, collapsed: false, gridPos: { h: 1, w: 24, x: 0, y }, panels: [] });
  for (const [index, one] of own.entries())
    panels.push({ ...one, gridPos: { h: 8, w: 8, x: 8 * (index % 3), y: y + 1 + 8 * Math.floor(index / 3) } });
  y += 1 + 8 * Math.ceil(own.length / 3);
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
const lines = panels.map((one, index) => `    ${JSON.stringify({ id: index + 1, ...one })}`).join(',\n');
const text = JSON.stringify({ ...dashboard, panels: ['LINES'] }, undefined, 2).replace('    "LINES"', () => lines);

export const dashboardText = `${text}\n`;
