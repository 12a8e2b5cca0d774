import { Gauge } from 'prom-client';
import type { GaugeConfiguration, Registry } from 'prom-client';
import { histogram } from '../metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { observeQueries } from './observe-queries.ts';

export type PoolState = { size: number; idle: number; waiting: number };

/** Reports the state of a pool of at most `max` connections at each scrape. A process may have several. */
export function measurePool(metrics: Registry, pool: string, max: number, read: () => PoolState): void {
  const connections = gauge(metrics, {
    name: 'client_reporting_db_pool_connections',
    help: 'Connections to Postgres, by whether they are in use.',
    labelNames: ['pool', 'state'],
  });
  const most = gauge(metrics, {
    name: 'client_reporting_db_pool_connections_max',
    help: 'Connections to Postgres at most.',
    labelNames: ['pool'],
  });
  const waiters = gauge(metrics, {
    name: 'client_reporting_db_pool_waiting',
    help: 'Calls that wait for a connection to Postgres.',
    labelNames: ['pool'],
  });
  most.set({ pool }, max);
  const readBefore = connections.collect?.bind(connections);
  connections.collect = () => {
    readBefore?.();
    const { size, idle, waiting } = read();
    connections.set({ pool, state: 'idle' }, idle);
    connections.set({ pool, state: 'used' }, size - idle);
    waiters.set({ pool }, waiting);
  };
}

// What it calls at each scrape; its types lack it.
type Collecting = Gauge & { collect?: () => void };

function gauge(metrics: Registry, configuration: Omit<GaugeConfiguration<string>, 'registers'>): Collecting {
  const made = metrics.getSingleMetric(configuration.name) as Gauge | undefined;
  return made ?? new Gauge({ ...configuration, registers: [metrics] });
}

/** Times the statements of a connection, and makes them spans, by name. Their text and values stay here. */
export function statementObserver(metrics: Registry, tracing?: Tracing): (client: { query: unknown }) => void {
  const duration = histogram(metrics, {
    name: 'client_reporting_db_statement_duration_seconds',
    help: 'Statements in Postgres: from sending until the last row arrived.',
    labelNames: ['statement', 'outcome'],
  });
  return (client) =>
    observeQueries(client, (query) => {
      const statement = statementName(query);
      if (statement === undefined) return undefined;
      const startedAt = performance.now();
      const span = tracing?.call(statement, { 'db.system.name': 'postgresql', 'db.query.summary': statement });
      return (error) => {
        duration.observe({ statement, outcome: error ? 'error' : 'ok' }, (performance.now() - startedAt) / 1_000);
        span?.end({}, error ? codeOf(error) : undefined);
      };
    });
}

/** Postgres' code of an error, the system's, or the class of one that has none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Undefined for a cursor or a stream, whose rows come as they are asked for. */
function statementName(query: unknown): string | undefined {
  if (typeof query === 'string') return verbAndTable(query);
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined;
  if ('name' in query && typeof query.name === 'string') return query.name;
  return 'text' in query && typeof query.text === 'string' ? verbAndTable(query.text) : undefined;
}

function verbAndTable(text: string): string {
  const verb =
    /^\s*(select|insert|update|delete|lock|start|begin|declare|fetch|close|commit|rollback|set)\b/i.exec(text)?.[1] ??
    'other';
  const table = /\b(?:from|into|update|table)\s+(?:"?\w+"?\.)?"?([a-z_]{1,63})\b/i.exec(text.slice(0, 2_000))?.[1];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}
