import { z } from 'zod';
import { port, processSettings, readEnvironment } from '../../runtime/environment.ts';

/** @throws ConfigError */
export function readPortalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment({ PORT: port().default(8080), HOST: z.string().optional(), ...processSettings }, environment);
}
