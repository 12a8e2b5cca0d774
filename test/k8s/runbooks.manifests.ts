import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../support/programs/command.ts';
import { objects, overlays } from './manifests.ts';
import type { Named } from './manifests.ts';

type Labels = Record<string, string>;
type Labelled = { metadata?: { labels?: Labels } };
type AnyObject = Named & { metadata: { labels?: Labels } } & { spec?: Spec };
type Spec = {
  template?: Labelled & { spec?: { containers?: { image: string }[] } };
  jobTemplate?: Labelled & { spec: Spec };
  secretName?: string;
  target?: { name: string };
};

const restored = readFileSync(path.join(root, 'k8s/components/cloudnative-pg/restored.yaml'), 'utf8');
const all = [
  ...overlays.flatMap((overlay) => objects<AnyObject>(overlay)),
  ...parseAllDocuments(restored).map((document) => document.toJS() as AnyObject),
];
const directory = path.join(root, 'k8s/runbooks');
const commands = readdirSync(directory).flatMap((file) => {
  const text = readFileSync(path.join(directory, file), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block.replace(/\\\n\s*/g, ''));
  return blocks.flatMap((block) => block.split(/\n|[|;]\s/)).filter((line) => line.includes('kubectl '));
});

/** Kinds as commands name them: those of the manifests, and those that Kubernetes and operators make. Those of the cluster have no namespace. */
const kinds: Record<string, string> = {
  ...Object.fromEntries(
    [...all.map(({ kind }) => kind), 'CertificateRequest', 'EndpointSlice', 'Event', 'Node', 'Pod'].map((kind) => [
      kind.toLowerCase(),
      kind,
    ]),
  ),
  hpa: 'HorizontalPodAutoscaler',
};
const ofCluster = /kubectl (get nodes|describe nodes|delete node |apply |diff |uncordon )/;

it('the commands of the runbooks are in the namespace, unless they are about the cluster', () => {
  expect(commands.length).toBeGreaterThan(60);
  const others = commands.filter(
    (command) => !command.includes('kubectl -n client-reporting ') && !ofCluster.test(command),
  );
  expect(others).toEqual([]);
});

it('every object that a command of the runbooks names is in the manifests, or made by one before', () => {
  const named = commands.flatMap((command) => namedIn(command).map((object) => ({ ...object, command })));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ kind, name }) => !names(kind).has(name))).toEqual([]);
});

it('the labels that a command selects by are those of each kind that it requests', () => {
  const selected = commands.flatMap((command) => {
    const [, key = '', value = ''] = /--selector=([\w./-]+)=([\w-]+)/.exec(command) ?? [];
    return key === '' ? [] : kindsIn(command).map((kind) => ({ kind, key, value, command }));
  });
  expect(selected.length).toBeGreaterThan(15);
  expect(selected.filter(({ kind, key, value }) => !labelsOf(kind).some((labels) => labels[key] === value))).toEqual(
    [],
  );
});

describe.each(overlays)('overlay %s', (overlay) => {
  it('labels all that runs the programs, and their Jobs and pods, as part of the product', () => {
    const without = objects<AnyObject>(overlay).filter(({ metadata, spec }) => {
      const pods = spec?.jobTemplate?.spec.template ?? spec?.template;
      if (!pods || !JSON.stringify(pods.spec?.containers).includes('client-reporting-api')) return false;
      return ![{ metadata }, spec?.jobTemplate ?? { metadata }, pods].every(isPart);
    });
    expect(without.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  });
});

const isPart = ({ metadata }: Labelled) => metadata?.labels?.['app.kubernetes.io/part-of'] === 'client-reporting';

/** By `kind/name`, or after the verb and the kind. */
function namedIn(command: string): { kind: string; name: string }[] {
  const bare = command.replace(/'[^']*'|"[^"]*"/g, '').replace(/ -- .*/, '');
  const bySlash = [...bare.matchAll(/ ([a-z]+)\/([\w$-]+)/g)].map(([, kind = '', name = '']) => ({ kind, name }));
  const [, verb = '', word = '', rest = ''] =
    /client-reporting (get|describe|delete|patch|create) ([a-z]+) (.*)/.exec(bare) ?? [];
  // What is created needs no manifest.
  const after = verb === 'create' || !(singular(word) in kinds) ? [] : wordsBefore(rest);
  return [...bySlash, ...after.map((name) => ({ kind: word, name }))]
    .map(({ kind, name }) => ({ kind: kinds[singular(kind)] ?? kind, name }))
    .filter(({ name }) => name !== '' && !/^THE-|\$/.test(name));
}

function wordsBefore(options: string): string[] {
  const words = options.split(' ');
  const end = words.findIndex((word) => /^(-|>)/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

function kindsIn(command: string): string[] {
  if (command.includes(' logs ')) return ['Pod'];
  const [, words = ''] = / (?:get|delete|describe|wait .*) ([a-z,]+) .*--selector/.exec(command) ?? [];
  return words.split(',').map((word) => kinds[singular(word)] ?? word);
}

const singular = (kind: string) => kind.replace(/(?<=ss)es$|(?<!s)s$/, '');

function names(kind: string): Set<string> {
  const created = commands.flatMap((command) => {
    const [, word = '', name = ''] = / create ([a-z]+) ([\w-]+)/.exec(command) ?? [];
    return kinds[word] === kind ? [name] : [];
  });
  return new Set([
    ...created,
    // That of the overlay is named after the release.
    ...(kind === 'Job' ? ['migrate-THE-RELEASE'] : []),
    ...all.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name),
    ...(kind === 'Secret' ? secrets : []),
  ]);
}

/** Those that operators write, and the authority that the runbook of secrets has a person add. */
const secrets = [
  ...all.flatMap(({ kind, spec }) => (kind === 'Certificate' ? [spec?.secretName ?? ''] : [])),
  ...all.flatMap(({ kind, spec }) => (kind === 'ExternalSecret' ? [spec?.target?.name ?? ''] : [])),
  ...all.flatMap(({ kind, metadata }) => (kind === 'Cluster' ? [`${metadata.name}-app`] : [])),
  'authority-2-tls',
];

function labelsOf(kind: string): Labels[] {
  // The operator gives these to the pods of a cluster; to its volumes only the first.
  const ofCluster = all
    .filter((object) => object.kind === 'Cluster')
    .map(({ metadata }) => ({ 'cnpg.io/cluster': metadata.name, 'cnpg.io/podRole': 'instance' }));
  const isOfCluster = kind === 'Pod' || kind === 'PersistentVolumeClaim';
  // The controller gives this to the slices of a Service.
  const ofServices = all
    .filter((object) => object.kind === 'Service')
    .map(({ metadata }) => ({ 'kubernetes.io/service-name': metadata.name }));
  return [
    ...(isOfCluster ? ofCluster : []),
    ...(kind === 'EndpointSlice' ? ofServices : []),
    ...(kind === 'Pod' ? [{ 'batch.kubernetes.io/job-name': 'migrate-THE-RELEASE' }] : []),
    ...all.map((object) => {
      if (object.kind === kind) return object.metadata.labels ?? {};
      if (kind === 'Job') return object.spec?.jobTemplate?.metadata?.labels ?? {};
      if (kind === 'Pod') return (object.spec?.jobTemplate?.spec ?? object.spec)?.template?.metadata?.labels ?? {};
      return {};
    }),
  ];
}
