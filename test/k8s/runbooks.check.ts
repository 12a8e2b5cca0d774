import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import { objects, overlays } from './manifests.ts';

const all = overlays.flatMap((overlay) => objects(overlay));
const labels = new Set(
  [...JSON.stringify(all).matchAll(/"app\.kubernetes\.io\/name":"([\w-]+)"/g)].map(([, name]) => name),
);
const jobs = all.flatMap((object) => {
  const { kind, metadata, spec } = object as typeof object & { spec?: { jobTemplate?: { metadata?: Labelled } } };
  if (kind !== 'Job' && kind !== 'CronJob') return [];
  return [(kind === 'Job' ? (metadata as Labelled) : spec?.jobTemplate?.metadata)?.labels ?? {}];
});
const kinds = { deployment: 'Deployment', cronjob: 'CronJob', hpa: 'HorizontalPodAutoscaler' };

it('the commands of the runbooks name what the manifests have, in their namespace', () => {
  const directory = path.join(root, 'k8s/runbooks');
  const texts = readdirSync(directory).map((file) => readFileSync(path.join(directory, file), 'utf8'));
  const blocks = texts.flatMap((text) => [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block));
  const commands = blocks.flatMap((block) => block.split('\n').filter((line) => line.includes('kubectl ')));
  expect(commands.length).toBeGreaterThan(60);
  const wrong = commands.filter((command) => {
    const named = [...command.matchAll(/\b(deployment|cronjob|hpa)[/ ]([a-z][\w-]*)/g)];
    const selected = [...command.matchAll(/app\.kubernetes\.io\/name=([\w-]+)/g)];
    const selectsJobs = /\b(?:jobs?|jobs,pods|cronjobs,jobs) .*--selector=([\w./-]+)=([\w-]+)/.exec(command);
    const isOfCluster =
      /kubectl (-n client-reporting |get nodes|describe nodes|delete node |apply |diff |uncordon )/.test(command);
    return (
      !isOfCluster ||
      named.some(([, kind, name]) => !has(kinds[kind as keyof typeof kinds], name)) ||
      selected.some(([, name]) => !labels.has(name ?? '')) ||
      // A Job has the labels of its pods only where the manifest gives them to it.
      (selectsJobs && !jobs.some((job) => job[selectsJobs[1] ?? ''] === selectsJobs[2]))
    );
  });
  expect(wrong).toEqual([]);
});

function has(kind: string, name: string | undefined): boolean {
  return all.some((object) => object.kind === kind && object.metadata.name === name);
}

type Labelled = { labels?: Record<string, string> };
