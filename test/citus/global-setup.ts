import { serviceUrls } from '../../local/service-urls.ts';
import { distribute } from '../../services/migrate/distribute.ts';
import { migrateUp } from '../../services/migrate/migrate-schema.ts';
import { schemas } from '../../services/migrate/schemas.ts';
import { query, templateDatabase } from '../support/postgres/database.ts';
import { startCleaner } from '../support/programs/cleaner.ts';
import { startSharedProduct } from '../support/programs/shared-product.ts';
import { closeDatabase, createCitusDatabase, dropDatabases, nodesOf } from './cluster.ts';

/** Of this setup and of `createDatabase`. */
export const ownDatabases = new RegExp(`^(${templateDatabase}|test_[0-9a-f]{12})$`);

/** Of the test of an owner that is no superuser. */
export const ownRole = 'client_reporting_test_owner';

/** A distributed database on the cluster at CITUS_URL, which each test file clones on every node. */
export default async function globalSetup(): Promise<void> {
  const coordinator = process.env.CITUS_URL;
  if (!coordinator) throw new Error('CITUS_URL must name the coordinator of a Citus cluster, as its superuser');
  await startCleaner();
  const nodes = await nodesOf(coordinator);
  process.env.TEST_POSTGRES_URL = nodes.join(' ');
  await dropDatabases(nodes, ownDatabases);
  for (const node of nodes) await query(node, `drop role if exists ${ownRole}`);
  const template = await createCitusDatabase(nodes, templateDatabase);
  await migrateUp(template, schemas);
  await distribute(template, { roles: serviceUrls(template) });
  await closeDatabase(nodes, templateDatabase);
  Object.assign(globalThis, { stopShared: await startSharedProduct() });
}
