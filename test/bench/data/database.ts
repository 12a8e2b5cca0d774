import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, startLocalPostgres } from '../../../local/postgres/postgres.ts';
import { schemas } from '../../../services/migrate/schemas.ts';
import { migrateUp } from '../../../services/migrate/migrate-schema.ts';
import { query } from '../../support/postgres/database.ts';
import { fillShapes, shapes } from '../../support/reports/shapes-data.ts';
import type { Shape } from '../../support/reports/shapes-data.ts';
import { benchCompanies } from './data.ts';

export type BenchDatabases = {
  /** The product's, made for this run: it may be written to. */
  product: string;
  /** The companies of `test/support/reports/shapes-data.ts`, made at the first use. */
  shapes: () => Promise<string>;
  stop: () => Promise<void>;
};

/** A Postgres for the bench, set up like that of `npm start`, with the companies of `data.ts`. */
export async function startBenchDatabases(keptIn: string | undefined): Promise<BenchDatabases> {
  const directory = keptIn ?? (await mkdtemp(path.join(tmpdir(), 'client-reporting-bench-')));
  const postgres = await startLocalPostgres(directory, loadSettings);
  const stop = async () => {
    await postgres.stop();
    if (keptIn === undefined) await rm(directory, { recursive: true, force: true });
  };
  try {
    const run = (text: string) => query(postgres.urlOf('postgres'), text);
    const made = await fingerprint();
    // The name has a hash of what makes the data: other data are other databases.
    const [filledName, shapesName] = [`filled_${made}`, `shapes_${made}`];
    const kept = await query<{ name: string }>(postgres.urlOf('postgres'), 'select datname as name from pg_database');
    for (const { name } of kept) {
      if (/^(filled|shapes|making|product)/.test(name) && ![filledName, shapesName].includes(name)) {
        await run(`drop database ${name} with (force)`);
      }
    }
    const makeOnce = async (name: string, companies: Shape[]) => {
      if (kept.some((database) => database.name === name)) return;
      await run(`create database making`);
      await migrateUp(postgres.urlOf('making'), schemas);
      await fillShapes(postgres.urlOf('making'), 1, companies);
      await run(`alter database making rename to ${name}`);
    };
    await makeOnce(filledName, benchCompanies);
    await run(`create database product template ${filledName} strategy file_copy`);
    return {
      product: postgres.urlOf('product'),
      shapes: async () => {
        await makeOnce(shapesName, shapes);
        return postgres.urlOf(shapesName);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['data.ts', '../../support/reports/shapes-data.ts']) {
    hash.update(await readFile(path.join(import.meta.dirname, file)));
  }
  for (const { directory } of schemas) {
    for (const file of (await readdir(directory)).sort()) hash.update(await readFile(path.join(directory, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
