import { describe, expect, it } from '@jest/globals';
import type { Program } from '../support/programs/main-of.ts';
import { startProgram } from '../support/programs/start-program.ts';
import { objects, overlays, programs, settingsOf } from './manifests.ts';
import type { Overlay, Scaler } from './manifests.ts';

describe.each(overlays)('overlay %s', (overlay) => {
  it('An overlay has no more connections than Postgres accepts, with every pod at its maximum and a deploy under way', () => {
    // One of migrate, two of the nightly job, one of a person, three that Postgres keeps for its superuser.
    expect(connections(overlay) + 7).toBeLessThanOrEqual(maxConnections(overlay));
  });

  it.each(['gateway', 'auth', 'reporting', 'portal'] as const)(
    'An overlay gives %s as much time to end as its own steps may take',
    async (name) => {
      const { container, spec } = programs(overlay)[name] ?? {};
      const { terminationGracePeriodSeconds = 30 } = spec?.template.spec ?? {};
      const preStop = container?.lifecycle?.preStop.sleep.seconds ?? 0;
      const limitMs = await limitOfStop(name, settingsOf(container));
      expect(limitMs).toBeGreaterThan(0);
      expect(preStop + limitMs / 1_000).toBeLessThanOrEqual(terminationGracePeriodSeconds);
    },
  );

  it('An overlay lets a gateway without Redis allow its share, for the fewest gateways', () => {
    const { container } = programs(overlay).gateway ?? {};
    const [scaler] = objects<Scaler>(overlay, 'HorizontalPodAutoscaler', 'gateway');
    expect(Number(settingsOf(container).RATE_LIMIT_REPLICAS)).toBe(scaler?.spec.minReplicas);
  });

  it('An overlay lets the gateway wait for the longest report', () => {
    for (const name of ['gateway', 'reporting']) {
      const { container } = programs(overlay)[name] ?? {};
      expect(Number(settingsOf(container).DRAIN_MS)).toBeGreaterThan(10_000 + 2_000);
    }
  });
});

it('Production keeps at least three gateways, and uses each node before it puts two on one', () => {
  const { spec } = programs('production').gateway ?? {};
  const byHost = spec?.template.spec.topologySpreadConstraints?.filter(
    ({ topologyKey }) => topologyKey === 'kubernetes.io/hostname',
  );
  expect(byHost).toMatchObject([{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', nodeTaintsPolicy: 'Honor' }]);
  const [scaler] = objects<Scaler>('production', 'HorizontalPodAutoscaler', 'gateway');
  expect(scaler?.spec.minReplicas).toBeGreaterThan(2);
});

it.each(['everything', 'citus'] as const)(
  'The pooler of %s accepts every client, and Postgres what the pooler may open',
  (overlay) => {
    const { clients, poolSize } = pooler(overlay);
    expect(clients).toBeGreaterThanOrEqual(connections(overlay));
    // A pool for each of two users; a single instance must do.
    for (const name of ['auth', 'reporting']) expect(poolSize).toBeGreaterThanOrEqual(connections(overlay, name));
    expect(connections(overlay)).toBeLessThanOrEqual(maxConnections(overlay) - 7);
  },
);

/** How many clients PgBouncer takes, and how many connections it opens for each user. */
function pooler(overlay: Overlay): { clients: number; poolSize: number } {
  type Pooler = { spec: { pgbouncer: { parameters: Record<string, string> } } };
  const [resource] = objects<Pooler>(overlay, 'Pooler');
  const files = objects<{ data: Record<string, string> }>(overlay, 'ConfigMap').map(
    ({ data }) => data['pgbouncer.ini'],
  );
  const lines = files.flatMap((file) =>
    [...(file ?? '').matchAll(/^(\w+) = (\w+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const settings = resource?.spec.pgbouncer.parameters ?? (Object.fromEntries(lines) as Record<string, string>);
  return { clients: Number(settings.max_client_conn), poolSize: Number(settings.default_pool_size) };
}

/** Connections of all pods at their most, with those that a rolling update adds and those that it is ending. */
function connections(overlay: Overlay, only?: string): number {
  const scalers = objects<Scaler>(overlay, 'HorizontalPodAutoscaler');
  return scalers
    .map(({ spec: { scaleTargetRef, maxReplicas } }) => {
      const { container, spec } = programs(overlay)[scaleTargetRef.name] ?? {};
      if (!container || !spec || (only !== undefined && only !== container.name)) return 0;
      const pools = Object.entries(settingsOf(container)).filter(([name]) => name.endsWith('_POOL_SIZE'));
      const size = pools.reduce((sum, [, value]) => sum + Number(value), 0);
      if (size === 0) return 0;
      const { strategy, minReadySeconds = 0, template } = spec;
      const ending = Math.ceil((template.spec.terminationGracePeriodSeconds ?? 30) / minReadySeconds);
      return (maxReplicas + (strategy?.rollingUpdate.maxSurge ?? Infinity) + ending) * size;
    })
    .reduce((sum, count) => sum + count, 0);
}

function maxConnections(overlay: Overlay): number {
  type Cluster = { spec: { postgresql: { parameters: Record<string, string> } } };
  type Postgres = { spec: { template: { spec: { containers: { args: string[] }[] } } } };
  const [cluster] = objects<Cluster>(overlay, 'Cluster');
  if (cluster) return Number(cluster.spec.postgresql.parameters.max_connections);
  const [postgres] = objects<Postgres>(overlay, 'StatefulSet', 'postgres');
  const argument = postgres?.spec.template.spec.containers[0]?.args.find((part) => part.startsWith('max_connections='));
  const [namespace] = objects(overlay, 'Namespace');
  return Number(argument?.split('=')[1] ?? namespace?.metadata.annotations?.['client-reporting/postgres-connections']);
}

/** What the program itself says that its stop may take, with these settings and nothing to connect to. */
async function limitOfStop(name: Program, settings: Record<string, string>): Promise<number> {
  const nothing = {
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    PORT: '0',
    INTERNAL_PORT: '0',
    GRPC_LISTEN: '127.0.0.1:0',
  };
  const withoutFiles = Object.entries(settings).filter(([, value]) => !value.startsWith('/run/'));
  const logs: string[] = [];
  const child = startProgram(name, { ...Object.fromEntries(withoutFiles), ...nothing }, logs);
  await child.ready.finally(() => child.stop());
  const line = logs.find((text) => text.includes('"stopping"')) ?? '{}';
  return (JSON.parse(line) as { limitMs: number }).limitMs;
}
