import { startTemplate } from './postgres/template-database.ts';
import { startSharedProduct } from './programs/shared-product.ts';

/** One Postgres for the whole run, in it a migrated database that test files clone, and a product that others share. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startTemplate();
  const stopProduct = await startSharedProduct();
  const stop = async () => {
    await stopProduct();
    await postgres.stop();
  };
  Object.assign(globalThis, { stopShared: stop });
}
