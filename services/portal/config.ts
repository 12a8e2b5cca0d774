import { z } from 'zod';
import { logLevel, port, readEnvironment } from '../../runtime/environment.ts';

/** @throws ConfigError */
export function readPortalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    { PORT: port().default(8080), HOST: z.string().optional(), LOG_LEVEL: logLevel() },
    environment,
  );
}
