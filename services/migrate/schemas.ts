import path from 'node:path';
import type { MigratedSchema } from './migrate-schema.ts';

export const schemas: MigratedSchema[] = ['auth', 'reporting'].map((schema) => ({
  schema,
  directory: path.join(import.meta.dirname, '..', schema, 'migrations'),
}));
