import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, databaseUrl, host, httpSettings, logLevel, readEnvironment } from '../runtime/environment.ts';

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

export const startSettings = {
  ...httpSettings,
  HOST: host().default('127.0.0.1').describe('address to listen on'),
  ...commandSettings,
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

export function databaseUrlFile(directory: string): string {
  return path.join(directory, 'database-url');
}
