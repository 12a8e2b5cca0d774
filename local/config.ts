import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError, databaseUrl, logLevel, port, readEnvironment } from '../runtime/environment.ts';

/** @throws ConfigError */
export function readLocalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      PORT: port().default(8080),
      HOST: z.string().default('127.0.0.1'),
      DATABASE_URL: databaseUrl().optional(),
      LOCAL_DATA_DIR: z
        .string()
        .default('.local')
        .transform((directory) => path.resolve(directory)),
      LOG_LEVEL: logLevel(),
    },
    environment,
  );
}

/**
 * DATABASE_URL, or that of a running `npm start`.
 * @throws ConfigError
 */
export async function findDatabase(environment: NodeJS.ProcessEnv): Promise<string> {
  const { DATABASE_URL, LOCAL_DATA_DIR } = readLocalConfig(environment);
  if (DATABASE_URL) return DATABASE_URL;
  return readFile(databaseUrlFile(LOCAL_DATA_DIR), 'utf8').catch(() => {
    throw new ConfigError(`DATABASE_URL is not set, and no npm start runs with LOCAL_DATA_DIR ${LOCAL_DATA_DIR}.`);
  });
}

/** Where a running `npm start` leaves the URL of its database. */
export function databaseUrlFile(directory: string): string {
  return path.join(directory, 'database-url');
}
