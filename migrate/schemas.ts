import path from 'node:path';
import type { MigratedSchema } from './migrate-schema.ts';

/** The schemas of all services, as one database holds them. */
export const schemas: MigratedSchema[] = ['auth', 'reporting'].map((schema) => ({
  schema,
  directory: path.join(import.meta.dirname, '../services', schema, 'migrations'),
}));
