import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../support/programs/command.ts';
import { directoryOf, overlays } from './manifests.ts';
import { writeSchemas } from './tools/schemas.ts';
import { cache, render, tool } from './tools/tools.ts';

/** Installs the tools, renders the overlays and converts the schemas: once for all checks, and outside of their time limits. */
export default async function globalSetup(): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of ['kubeconform', 'kube-score'] as const) await tool(name);
  for (const overlay of overlays) {
    const rendered = await render(path.join(root, directoryOf(overlay)));
    await writeFile(path.join(cache, `${overlay}.yaml`), rendered);
  }
  await writeSchemas();
}
