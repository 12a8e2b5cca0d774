import path from 'node:path';
import type { MigratedSchema } from '../runtime/migrate.ts';

const services = path.join(import.meta.dirname, '../services');

/** The schemas of all services, as one database holds them. */
export const schemas: MigratedSchema[] = [
  { schema: 'auth', directory: path.join(services, 'auth/migrations') },
  { schema: 'reporting', directory: path.join(services, 'reporting/migrations') },
];
