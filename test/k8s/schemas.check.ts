import { expect, it } from '@jest/globals';
import path from 'node:path';
import { objects, overlays } from './manifests.ts';
import { kubernetesVersion, schemaLocation } from './tools/schemas.ts';
import { cache, run, tool } from './tools/tools.ts';

it.each(overlays)('every object of overlay %s has a schema, and is right by it', async (overlay) => {
  const report = await run(await tool('kubeconform'), [
    ...['-strict', '-summary', '-output', 'json', '-kubernetes-version', kubernetesVersion],
    ...['-schema-location', schemaLocation],
    // Its module is in no checksum database of Go's: compared by hand with the definition of release 0.7.0 of the Barman Cloud plugin.
    ...['-skip', 'ObjectStore'],
    path.join(cache, `${overlay}.yaml`),
  ]).catch((error: unknown) => (error as { stdout: string }).stdout);
  expect(JSON.parse(report)).toEqual({
    resources: [],
    summary: { valid: expect.any(Number), invalid: 0, errors: 0, skipped: objects(overlay, 'ObjectStore').length },
  });
});
