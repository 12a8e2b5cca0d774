import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { overlays } from './manifests.ts';
import { cache, run, tool } from './tools/tools.ts';

// Where it can't be installed, the set-up has said so.
const kubeLinter = await tool('kube-linter').catch(() => undefined);

describe.each(overlays)('overlay %s', (overlay) => {
  const file = path.join(cache, `${overlay}.yaml`);

  it('leaves kube-score with no finding but those that an annotation waives', async () => {
    const kubeScore = await tool('kube-score');
    const parameters = ['score', '--output-format', 'ci', '--kubernetes-version', 'v1.34', file];
    const report = await run(kubeScore, parameters).catch((error: unknown) => (error as { stdout: string }).stdout);
    const lines = report.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !/^\[(OK|SKIPPED)\]/.test(line))).toEqual([]);
  });

  if (kubeLinter !== undefined) {
    it('leaves kube-linter with no finding', async () => {
      const report = await run(kubeLinter, ['lint', '--format', 'json', file]).catch(
        (error: unknown) => (error as { stdout: string }).stdout,
      );
      expect((JSON.parse(report) as { Reports: unknown }).Reports ?? []).toEqual([]);
    });
  }
});
