import { rm } from 'node:fs/promises';
import type { LocalPostgres } from '../../local/postgres.ts';

export default async function globalTeardown(): Promise<void> {
  const { testPostgres } = globalThis as unknown as { testPostgres: { postgres: LocalPostgres; directory: string } };
  await testPostgres.postgres.stop();
  await rm(testPostgres.directory, { recursive: true, force: true });
}
