import path from 'node:path';
import { z } from 'zod';
import { databaseUrl, logLevel, port, readEnvironment } from '../runtime/environment.ts';

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

/** Where a running `npm start` leaves the URL of its database for `npm run import`. */
export function databaseUrlFile(directory: string): string {
  return path.join(directory, 'database-url');
}
