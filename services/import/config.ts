import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { databaseUrl, readEnvironment } from '../../runtime/environment.ts';
import { optionalSecretPepper } from '../auth/secret-settings.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';

/** Of the commands that use the database of a running `npm start`. */
export const commandSettings = {
  DATABASE_URL: databaseUrl()
    .optional()
    .describe('Postgres 14 or later, with ICU, instead of the embedded one of `npm start`'),
  LOCAL_DATA_DIR: z
    .string()
    .meta({ values: 'folder' })
    .default('.local')
    .transform((directory) => path.resolve(directory))
    .describe('data of the embedded Postgres'),
};

export const importSettings = { ...commandSettings, AUTH_SECRET_PEPPER: optionalSecretPepper() };

/** @throws ExplainedError */
export async function findDatabase(environment: NodeJS.ProcessEnv): Promise<string> {
  const { DATABASE_URL, LOCAL_DATA_DIR } = readEnvironment(commandSettings, environment);
  if (DATABASE_URL) return DATABASE_URL;
  dropLibpqVariables(environment);
  return readFile(databaseUrlFile(LOCAL_DATA_DIR), 'utf8').catch(() => {
    throw new ExplainedError(`DATABASE_URL is not set, and no npm start runs with LOCAL_DATA_DIR ${LOCAL_DATA_DIR}.`);
  });
}

/** PGSSLMODE, PGOPTIONS and the like, which people export for servers of their own, are not for the embedded one. */
export function dropLibpqVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (name.startsWith('PG')) Reflect.deleteProperty(environment, name);
}

/** The peppers of an import: each database has its own. @throws ExplainedError */
export async function findPeppers(environment: NodeJS.ProcessEnv): Promise<Buffer[]> {
  const { DATABASE_URL } = readEnvironment(commandSettings, environment);
  return readPeppers(DATABASE_URL ? environment : await withPepper(environment));
}

/** @throws ExplainedError */
export function readPeppers(environment: NodeJS.ProcessEnv): Buffer[] {
  return readEnvironment(importSettings, environment).AUTH_SECRET_PEPPER;
}

/** The environment with a pepper: where it has none, a random one, kept in LOCAL_DATA_DIR. @throws ExplainedError */
export async function withPepper(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (readPeppers(environment).length > 0) return environment;
  const { LOCAL_DATA_DIR } = readEnvironment(commandSettings, environment);
  const file = path.join(LOCAL_DATA_DIR, 'secret-pepper');
  try {
    await mkdir(LOCAL_DATA_DIR, { recursive: true });
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new ExplainedError(`LOCAL_DATA_DIR: ${file} can't be written (${code})`);
  }
  return { ...environment, AUTH_SECRET_PEPPER_FILE: file };
}

export function databaseUrlFile(directory: string): string {
  return path.join(directory, 'database-url');
}
