import { dropDatabases } from './cluster.ts';
import { ownDatabases } from './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as unknown as { stopShared: () => Promise<void> }).stopShared();
  await dropDatabases((process.env.TEST_POSTGRES_URL ?? '').split(' '), ownDatabases);
}
