import { describe, expect, it } from '@jest/globals';
import { objects, overlays, selects } from './manifests.ts';
import type { NetworkPolicy, Overlay, Peer } from './manifests.ts';

const pods = ['gateway', 'auth', 'reporting', 'portal', 'migrate', 'reconcile', 'psql', 'backup', 'postgres', 'redis'];

describe.each(overlays)('overlay %s', (overlay) => {
  it('denies what no policy opens, both ways', () => {
    const policy = objects<NetworkPolicy>(overlay, 'NetworkPolicy').find(
      ({ metadata }) => metadata.name === 'default-deny',
    );
    expect(policy?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

it('opens the arrows of the design at both ends, and no others', () => {
  const open = pods.flatMap((from) =>
    pods
      .filter((to) => opens('local', 'egress', from, to) && opens('local', 'ingress', from, to))
      .map((to) => `${from} -> ${to}`),
  );
  expect(open.toSorted()).toEqual([
    'auth -> postgres',
    'auth -> redis',
    'backup -> postgres',
    'gateway -> auth',
    'gateway -> portal',
    'gateway -> redis',
    'gateway -> reporting',
    'migrate -> postgres',
    'psql -> postgres',
    'reconcile -> postgres',
    'reporting -> auth',
    'reporting -> postgres',
    'reporting -> redis',
  ]);
  for (const direction of ['egress', 'ingress'] as const) {
    const half = pods.flatMap((from) =>
      pods.filter((to) => opens('local', direction, from, to)).map((to) => `${from} -> ${to}`),
    );
    expect(half.toSorted()).toEqual(open.toSorted());
  }
});

it('lets the programs that fetch the keys of an issuer reach it, and no others', () => {
  const toIssuer = ({ spec: { egress = [] } }: NetworkPolicy) =>
    egress.some(({ to, ports }) => to?.some(({ ipBlock }) => ipBlock) && ports?.some(({ port }) => port === 443));
  const policies = objects<NetworkPolicy>('everything', 'NetworkPolicy').filter(toIssuer);
  const reach = pods.filter((pod) => policies.some(({ spec }) => selects(spec.podSelector, labels(pod))));
  expect(reach).toEqual(['gateway', 'reporting']);
});

it.each([
  ['local', 'app.kubernetes.io/name', ['postgres']],
  ['everything', 'cnpg.io/cluster', ['postgres', 'restored']],
  ['citus', 'app.kubernetes.io/name', ['postgres']],
] as const)('overlay %s lets each Job that works in the database reach it', (overlay, label, clusters) => {
  for (const name of ['migrate', 'reconcile', 'psql', 'backup']) {
    for (const cluster of clusters) {
      const ends = [labels(name), { [label]: cluster }] as const;
      const open = (['egress', 'ingress'] as const).map((direction) => opensBetween(overlay, direction, ...ends));
      expect({ name, cluster, open }).toEqual({ name, cluster, open: [true, true] });
    }
  }
});

/** Whether a policy lets one pod call another, seen from the caller's end or from the other. */
function opens(overlay: Overlay, direction: 'egress' | 'ingress', from: string, to: string): boolean {
  return opensBetween(overlay, direction, labels(from), labels(to));
}

type Labels = Record<string, string>;

function opensBetween(overlay: Overlay, direction: 'egress' | 'ingress', from: Labels, to: Labels): boolean {
  const [own, other] = direction === 'egress' ? [from, to] : [to, from];
  return objects<NetworkPolicy>(overlay, 'NetworkPolicy').some(({ spec }) => {
    const peers: Peer[] =
      (direction === 'egress' ? spec.egress?.map((rule) => rule.to) : spec.ingress?.map((rule) => rule.from))
        ?.flat()
        .filter((peer) => peer !== undefined) ?? [];
    const isPod = ({ podSelector, namespaceSelector }: Peer) =>
      namespaceSelector === undefined && podSelector !== undefined && selects(podSelector, other);
    return selects(spec.podSelector, own) && peers.some(isPod);
  });
}

function labels(name: string): Labels {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'client-reporting' };
}
