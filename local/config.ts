import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, databaseUrl, host, httpSettings, logLevel, readEnvironment } from '../runtime/environment.ts';
import { secretPepper } from '../services/auth/config.ts';
import { rollUpSettings } from '../services/reporting/roll-ups/settings.ts';

export function readLocalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(startSettings, environment);
}

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

export const importSettings = { ...commandSettings, AUTH_SECRET_PEPPER: secretPepper() };

export const startSettings = {
  ...httpSettings,
  HOST: host().default('127.0.0.1').describe('address to listen on'),
  ...commandSettings,
  CHANGES_KEPT_DAYS: rollUpSettings.CHANGES_KEPT_DAYS,
  LOG_LEVEL: logLevel(),
};

/** @throws ConfigError */
export async function findDatabase(environment: NodeJS.ProcessEnv): Promise<string> {
  const { DATABASE_URL, LOCAL_DATA_DIR } = readEnvironment(commandSettings, environment);
  if (DATABASE_URL) return DATABASE_URL;
  return readFile(databaseUrlFile(LOCAL_DATA_DIR), 'utf8').catch(() => {
    throw new ConfigError(`DATABASE_URL is not set, and no npm start runs with LOCAL_DATA_DIR ${LOCAL_DATA_DIR}.`);
  });
}

/**
 * AUTH_SECRET_PEPPER. Where it isn't set, an embedded database has a random one, kept beside it.
 * @throws ConfigError
 */
export async function findPeppers(environment: NodeJS.ProcessEnv): Promise<Buffer[]> {
  const { DATABASE_URL, LOCAL_DATA_DIR, AUTH_SECRET_PEPPER } = readEnvironment(importSettings, environment);
  if (AUTH_SECRET_PEPPER.length > 0 || DATABASE_URL) return AUTH_SECRET_PEPPER;
  const file = path.join(LOCAL_DATA_DIR, 'secret-pepper');
  const made = await writeFile(file, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => error);
  if (made instanceof Error && (made as NodeJS.ErrnoException).code !== 'EEXIST') throw made;
  return [await readFile(file)];
}

export function databaseUrlFile(directory: string): string {
  return path.join(directory, 'database-url');
}
