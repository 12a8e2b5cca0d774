import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { overlays } from './manifests.ts';
import { writeSchemas } from './schemas.ts';
import { cache, render } from './tools.ts';

/** Renders the overlays and converts the schemas, once for all files of checks. */
export default async function globalSetup(): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const overlay of overlays) await writeFile(path.join(cache, `${overlay}.yaml`), await render(overlay));
  await writeSchemas();
}
