import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../support/programs/command.ts';
import { objects, overlays } from './manifests.ts';
import type { Named } from './manifests.ts';

type Labelled = { metadata?: { labels?: Record<string, string> } };
type Spec = {
  template?: Labelled & { spec?: { containers?: object[] } };
  jobTemplate?: Labelled & { spec: Spec };
};

const restored = readFileSync(path.join(root, 'k8s/components/cloudnative-pg/restored.yaml'), 'utf8');
const all: unknown[] = [
  ...overlays.flatMap((overlay) => objects(overlay)),
  ...parseAllDocuments(restored).map((document) => document.toJS() as Named),
];
const directory = path.join(root, 'k8s/runbooks');
const commands = readdirSync(directory).flatMap((file) => {
  const text = readFileSync(path.join(directory, file), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block.replace(/\\\n\s*/g, ''));
  return blocks.flatMap((block) => block.split(/\n|[|;]\s/)).filter((line) => line.includes('kubectl '));
});
const created = commands.flatMap((command) => / create [a-z]+ ([\w-]+)/.exec(command)?.[1] ?? []);

/** Those of the manifests, of what a command creates, of what operators write, and the authority that a person adds. */
const names = new Set([
  ...[...valuesOf('name'), ...valuesOf('secretName')],
  ...[...created, 'migrate-THE-RELEASE', 'postgres-app', 'restored-app', 'authority-2-tls'],
]);
/** Those of the manifests, of Jobs and slices of Services, and of CloudNativePG. */
const labels = new Set([
  ...valuesOf('labels').flatMap((of) => Object.entries(of as object).map((label) => label.join('='))),
  ...['batch.kubernetes.io/job-name=migrate-THE-RELEASE', 'cnpg.io/podRole=instance'],
  ...['postgres', 'restored'].map((name) => `cnpg.io/cluster=${name}`),
  ...[...names].map((name) => `kubernetes.io/service-name=${String(name)}`),
]);

it('The commands of the runbooks are in the namespace, unless they are about the cluster', () => {
  const ofCluster = /kubectl (get nodes|describe nodes|delete node |apply |diff |uncordon )/;
  const inNamespace = commands.filter((command) => command.includes('kubectl -n client-reporting '));
  expect(inNamespace.length).toBeGreaterThan(60);
  expect(commands.filter((command) => !inNamespace.includes(command) && !ofCluster.test(command))).toEqual([]);
});

it('Every object that a command of the runbooks names is in the manifests, or made by an earlier one', () => {
  const named = commands.flatMap((command) => namedIn(command).map((name) => ({ name, command })));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ name }) => !names.has(name))).toEqual([]);
});

it('Every label that a command of the runbooks selects by is in the manifests', () => {
  const selected = commands.flatMap((command) => /--selector=([\w./-]+=[\w-]+)/.exec(command)?.[1] ?? []);
  expect(selected.length).toBeGreaterThan(15);
  expect(selected.filter((label) => !labels.has(label))).toEqual([]);
});

describe.each(overlays)('overlay %s', (overlay) => {
  it('An overlay labels all that runs the programs, and their Jobs and pods, as part of the product', () => {
    const without = objects<Labelled & { spec?: Spec }>(overlay).filter(({ metadata, spec }) => {
      const pods = spec?.jobTemplate?.spec.template ?? spec?.template;
      if (!pods || !JSON.stringify(pods.spec?.containers).includes('client-reporting-api')) return false;
      const isPart = ({ metadata }: Labelled) => metadata?.labels?.['app.kubernetes.io/part-of'] === 'client-reporting';
      return ![{ metadata }, spec?.jobTemplate ?? { metadata }, pods].every(isPart);
    });
    expect(without.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([]);
  });
});

/** By `kind/name`, or after the verb and the kind; without what a reader fills in. */
function namedIn(command: string): string[] {
  const bare = command.replace(/'[^']*'|"[^"]*"/g, '').replace(/ -- .*/, '');
  const bySlash = [...bare.matchAll(/ [a-z]+\/([\w$-]+)/g)].map(([, name = '']) => name);
  const [, words = ''] = /client-reporting (?:get|describe|delete|patch) [a-z]+((?: [\w$][\w.$-]*)*)/.exec(bare) ?? [];
  return [...bySlash, ...words.split(' ')].filter((name) => name !== '' && !/^THE-|YOUR-NAME|\$/.test(name));
}

/** Of a field, anywhere in the manifests. */
function valuesOf(field: string, value: unknown = all): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => (key === field ? [entry as unknown] : valuesOf(field, entry)));
}
