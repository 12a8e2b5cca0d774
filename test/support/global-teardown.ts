import type { LocalPostgres } from '../../local/postgres/postgres.ts';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as unknown as { testPostgres: LocalPostgres }).testPostgres.stop();
}
