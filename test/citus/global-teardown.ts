import { dropDatabases } from './cluster.ts';
import { ownDatabases } from './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  await dropDatabases((process.env.TEST_POSTGRES_URL ?? '').split(' '), ownDatabases);
}
