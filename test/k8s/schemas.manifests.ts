import { expect, it } from '@jest/globals';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../support/programs/command.ts';
import { objects, overlays, readManifest } from './manifests.ts';
import { kubernetesVersion, schemaLocation } from './tools/schemas.ts';
import { cache, run, tool } from './tools/tools.ts';

it.each(overlays)('Every object of overlay %s has a schema, and is valid by it', async (overlay) => {
  const skipped = objects(overlay, 'ObjectStore').length;
  expect(await summary(path.join(cache, `${overlay}.yaml`))).toMatchObject({ skipped });
});

it('The database that a backup is restored to has a schema, and differs from the one before only in origin and name', async () => {
  expect(await summary(path.join(root, 'k8s/components/cloudnative-pg/restored.yaml'))).toMatchObject({ valid: 3 });
  const [before, restored] = await Promise.all(['cluster', 'restored'].map(clusterOf));
  const { bootstrap, externalClusters, plugins, ...rest } = restored ?? {};
  expect([bootstrap, externalClusters, plugins]).not.toContain(undefined);
  const { bootstrap: made, plugins: archive, ...same } = before ?? {};
  expect([made, archive]).not.toContain(undefined);
  expect(rest).toEqual(same);
});

async function clusterOf(file: string): Promise<Record<string, unknown>> {
  const [cluster] = parseAllDocuments(await readManifest(`components/cloudnative-pg/${file}.yaml`));
  return (cluster?.toJS() as { spec: Record<string, unknown> }).spec;
}

/** @throws Error with what is wrong */
async function summary(file: string): Promise<object> {
  const report = await run(await tool('kubeconform'), [
    ...['-strict', '-summary', '-output', 'json', '-kubernetes-version', kubernetesVersion],
    ...['-schema-location', schemaLocation],
    // Its module is in no checksum database of Go's: compared by hand with the definition of release 0.7.0 of the Barman Cloud plugin.
    ...['-skip', 'ObjectStore'],
    file,
  ]).catch((error: unknown) => (error as { stdout: string }).stdout);
  const { resources, summary: counts } = JSON.parse(report) as { resources: unknown[]; summary: object };
  expect({ resources, counts }).toMatchObject({ resources: [], counts: { invalid: 0, errors: 0 } });
  return counts;
}
