import { startTemplate } from './postgres/template-database.ts';

/** One Postgres for the whole run, and in it a migrated database that each test file clones. */
export default async function globalSetup(): Promise<void> {
  Object.assign(globalThis, { testPostgres: await startTemplate() });
}
