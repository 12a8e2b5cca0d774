import { isIP } from 'node:net';
import { z } from 'zod';

/** The environment lacks a setting or has a wrong one; the message lists all of them by name. */
export class ConfigError extends Error {}

/**
 * Reads a program's settings from the environment, all problems reported at once. An empty variable counts as unset.
 * @throws ConfigError
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
): Readonly<z.infer<z.ZodObject<Shape>>> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.object(shape).safeParse(set);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new ConfigError(
    parsed.error.issues
      .map(({ path, message }) => {
        const name = path.join('.');
        return name in set ? `${name}: ${message}` : `${name}: is required but not set`;
      })
      .join('\n'),
  );
}

export const port = () => wholeNumber(0, 65_535);

/** HOST:PORT to listen on or to call, such as 127.0.0.1:50051 or reporting:50051. */
export const address = () => z.string().regex(/^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i, 'must be HOST:PORT');

export const databaseUrl = () =>
  z.string().regex(/^postgres(ql)?:\/\/./, 'must be a Postgres URL, such as postgres://user:password@host:5432/name');

export const logLevel = () =>
  z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info');

/** The settings that every program has. */
export const processSettings = {
  INTERNAL_PORT: port().optional(),
  INTERNAL_HOST: z.string().optional(),
  LOG_LEVEL: logLevel(),
};

/** Addresses and CIDR blocks, separated by commas. A block of all addresses would trust everybody, so it is refused. */
export const proxies = () =>
  z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ''))
    .refine(
      (entries) => entries.every(isAddressBlock),
      'must be a list of IP addresses or CIDR blocks; never all (/0)',
    );

export function wholeNumber(minimum: number, maximum: number) {
  const problem = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, problem);
}

function isAddressBlock(entry: string): boolean {
  const [host = '', bits, ...rest] = entry.split('/');
  const family = isIP(host);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
