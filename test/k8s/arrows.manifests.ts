import { describe, expect, it } from '@jest/globals';
import { objects, overlays, selects } from './manifests.ts';
import type { NetworkPolicy, Overlay, Peer } from './manifests.ts';

const pods = ['gateway', 'auth', 'reporting', 'portal', 'migrate', 'reconcile', 'psql', 'backup', 'postgres', 'redis'];

describe.each(overlays)('overlay %s', (overlay) => {
  it('An overlay denies what no policy opens, both ways', () => {
    const [policy] = objects<NetworkPolicy>(overlay, 'NetworkPolicy', 'default-deny');
    expect(policy?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

it.each(['egress', 'ingress'] as const)(
  "The design's arrows, and no others, are open at the end of the %s",
  (direction) => {
    const open = pods.flatMap((from) =>
      pods.filter((to) => opens('local', direction, labels(from), labels(to))).map((to) => `${from} -> ${to}`),
    );
    expect(open.toSorted()).toEqual([
      'auth -> postgres',
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
    ]);
  },
);

it('The programs that fetch the keys of an issuer may reach it, and no others', () => {
  const toIssuer = ({ spec: { egress = [] } }: NetworkPolicy) =>
    egress.some(({ to, ports }) => to?.some(({ ipBlock }) => ipBlock) && ports?.some(({ port }) => port === 443));
  const policies = objects<NetworkPolicy>('everything', 'NetworkPolicy').filter(toIssuer);
  const reach = pods.filter((pod) => policies.some(({ spec }) => selects(spec.podSelector, labels(pod))));
  expect(reach).toEqual(['gateway', 'auth', 'reporting']);
});

it.each([
  ['local', 'app.kubernetes.io/name', ['postgres']],
  ['everything', 'cnpg.io/cluster', ['postgres', 'restored']],
  ['citus', 'app.kubernetes.io/name', ['postgres']],
] as const)('Overlay %s lets each Job that works in the database reach it', (overlay, label, clusters) => {
  for (const name of ['migrate', 'reconcile', 'psql', 'backup']) {
    for (const cluster of clusters) {
      const ends = [labels(name), { [label]: cluster }] as const;
      const open = (['egress', 'ingress'] as const).map((direction) => opens(overlay, direction, ...ends));
      expect({ name, cluster, open }).toEqual({ name, cluster, open: [true, true] });
    }
  }
});

type Labels = Record<string, string>;

/** Whether a policy lets one pod call another, seen from the caller's end or from the other. */
function opens(overlay: Overlay, direction: 'egress' | 'ingress', from: Labels, to: Labels): boolean {
  const [own, other] = direction === 'egress' ? [from, to] : [to, from];
  return objects<NetworkPolicy>(overlay, 'NetworkPolicy').some(({ spec }) => {
    const peers =
      direction === 'egress'
        ? spec.egress?.flatMap(({ to = [] }) => to)
        : spec.ingress?.flatMap(({ from = [] }) => from);
    const isPod = ({ podSelector, namespaceSelector }: Peer) =>
      namespaceSelector === undefined && podSelector !== undefined && selects(podSelector, other);
    return selects(spec.podSelector, own) && peers?.some(isPod);
  });
}

function labels(name: string): Labels {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'client-reporting' };
}
