import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../support/programs/command.ts';
import { cache } from './tools/tools.ts';

export const overlays = ['local', 'production', 'everything', 'citus'] as const;
export type Overlay = (typeof overlays)[number];

/** `everything` is only read by the checks. */
export const directoryOf = (overlay: Overlay): string =>
  overlay === 'everything' ? 'test/k8s/everything' : `k8s/overlays/${overlay}`;

export type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  resources?: { limits: { memory: string } };
  lifecycle?: { preStop: { sleep: { seconds: number } } };
};

export type Workload = {
  spec: {
    strategy?: { rollingUpdate: { maxSurge: number } };
    minReadySeconds?: number;
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds?: number;
        containers: Container[];
        topologySpreadConstraints?: { topologyKey: string }[];
        volumes?: { name: string; secret?: { secretName: string } }[];
      };
    };
  };
};

export type Scaler = { spec: { scaleTargetRef: { name: string }; minReplicas: number; maxReplicas: number } };

type Selector = {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: 'In'; values: string[] }[];
};
export type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: object };
type Port = { protocol: string; port: number | string };
export type NetworkPolicy = {
  spec: {
    podSelector: Selector;
    policyTypes: string[];
    ingress?: { from?: Peer[]; ports?: Port[] }[];
    egress?: { to?: Peer[]; ports?: Port[] }[];
  };
};

export type Named = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
};

/** The text of a file below k8s/. */
export function readManifest(file: string): Promise<string> {
  return readFile(path.join(root, 'k8s', file), 'utf8');
}

/** The rendered objects, or those of a kind and a name. */
export function objects<Shape>(overlay: Overlay, kind?: string, name?: string): (Named & Shape)[] {
  return parseAllDocuments(readFileSync(path.join(cache, `${overlay}.yaml`), 'utf8'))
    .map((document) => document.toJS() as Named & Shape)
    .filter(
      (object) => (kind ?? object.kind) === object.kind && (name ?? object.metadata.name) === object.metadata.name,
    );
}

/** What runs a program of ours, by its name. */
export function programs(overlay: Overlay): Record<string, Named & Workload & { container: Container }> {
  const ours = ['Deployment', 'Job'].flatMap((kind) => objects<Workload>(overlay, kind));
  return Object.fromEntries(
    ours.flatMap((workload) => {
      const [container] = workload.spec.template.spec.containers;
      return container ? [[container.name, { ...workload, container }]] : [];
    }),
  );
}

/** The containers of all pods, those of Jobs that a CronJob makes included. */
export function containers(overlay: Overlay): Container[] {
  return objects<Partial<Workload> & { spec?: { jobTemplate?: Workload } }>(overlay).flatMap(({ spec }) => {
    const { template } = spec?.jobTemplate?.spec ?? spec ?? {};
    return template?.spec.containers ?? [];
  });
}

export function settingsOf(container: Container | undefined): Record<string, string> {
  return Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
}

/** Whether the selector takes pods with these labels. */
export function selects(selector: Selector, labels: Record<string, string>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
