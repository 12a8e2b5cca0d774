import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../support/programs/command.ts';
import { objects, overlays } from './manifests.ts';
import type { Named, Workload } from './manifests.ts';
import { cache, render } from './tools/tools.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(cache, 'release-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('Overlay everything has every component but citus, so that what holds for it holds for any combination', async () => {
  const file = path.join(root, 'test/k8s/everything/kustomization.yaml');
  const overlay = parse(await readFile(file, 'utf8')) as { components: string[] };
  const components = await readdir(path.join(root, 'k8s/components'), { recursive: true });
  const all = components.flatMap((entry) =>
    path.basename(entry) === 'kustomization.yaml' ? [path.dirname(entry)] : [],
  );
  // In place of cloudnative-pg, in an overlay of its own.
  const together = [
    ...overlay.components.map((component) => component.replace('../../../k8s/components/', '')),
    'citus',
  ];
  expect(together.toSorted()).toEqual(all.toSorted());
});

it.each(overlays)('Overlay %s writes no name twice', (overlay) => {
  const written = [
    ...objects(overlay, 'Secret').map(({ metadata }) => metadata.name),
    ...objects<External>(overlay, 'ExternalSecret').map(({ spec }) => spec.target.name),
    ...objects<Certificate>(overlay, 'Certificate').map(({ spec }) => spec.secretName),
    // CloudNativePG's own.
    ...objects(overlay, 'Cluster').flatMap(({ metadata: { name } }) =>
      ['app', 'superuser', 'ca', 'server', 'replication'].map((use) => `${name}-${use}`),
    ),
  ];
  expect(written.length).toBe(new Set(written).size);
});

it.each(overlays)(
  'Overlay %s lets Argo CD migrate after everything else exists, and before the programs',
  (overlay) => {
    const waveOf = ({ metadata }: Named) => Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
    // The volume of the backups is pending until the first of them.
    const isLate = ({ kind }: Named) =>
      ['Deployment', 'HorizontalPodAutoscaler', 'PersistentVolumeClaim'].includes(kind);
    const all = objects(overlay);
    const jobs = all.filter(({ kind }) => kind === 'Job');
    const ofPrograms = all.filter((object) => isLate(object) && object.metadata.name !== 'pooler');
    const others = all.filter((object) => !jobs.includes(object) && !ofPrograms.includes(object));
    const waves = [others, jobs, ofPrograms].map((group) => [...new Set(group.map(waveOf))]);
    expect(waves).toEqual([[0], [1], [2]]);
  },
);

it.each([
  ['a registry with a port', { newName: 'registry.example.com:5000/client-reporting-api', newTag: '1.0.0' }],
  ['a digest', { digest: `sha256:${'0123456789abcdef'.repeat(4)}` }],
  ['a tag with capitals and an underscore', { newTag: 'v1.0.0_RC1' }],
])('Jobs have names that Kubernetes accepts where the image has %s', async (_, image) => {
  const release = {
    resources: ['../../../../k8s/overlays/production'],
    images: [{ name: 'registry.example.com/client-reporting-api', ...image }],
  };
  await writeFile(path.join(directory, 'kustomization.yaml'), JSON.stringify(release));
  const rendered = parseAllDocuments(await render(directory)).map((document) => document.toJS() as Named & Workload);
  const jobs = rendered.filter(({ kind }) => kind === 'Job');
  expect(jobs.length).toBe(1);
  for (const { metadata, spec } of jobs) {
    expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    expect(spec.template.spec.containers[0]?.image).toMatch(/RC1$|:5000\/client-reporting-api:1\.0\.0$|@sha256:/);
  }
});

type External = { spec: { target: { name: string } } };
type Certificate = { spec: { secretName: string } };
