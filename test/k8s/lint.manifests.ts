import { expect, it } from '@jest/globals';
import path from 'node:path';
import { overlays } from './manifests.ts';
import { cache, run, tool } from './tools/tools.ts';

it.each(overlays)('In overlay %s, kube-score finds only what an annotation waives', async (overlay) => {
  const file = path.join(cache, `${overlay}.yaml`);
  const parameters = ['score', '--output-format', 'ci', '--kubernetes-version', 'v1.34', file];
  const report = await run(await tool('kube-score'), parameters).catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  const lines = report.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !/^\[(OK|SKIPPED)\]/.test(line))).toEqual([]);
});
