import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ExplainedError } from './explained-error.ts';

/**
 * Reads a program's settings from the environment, all problems reported at once. An empty variable counts as unset.
 * NAME_FILE names a file that holds the value of NAME, so that secrets needn't be in the environment; a line end at its
 * end isn't part of the value.
 * @throws ExplainedError
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
): Readonly<z.infer<z.ZodObject<Shape>>> {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const problems = new Map<string, string>();
  for (const name of Object.keys(shape)) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (name in values) problems.set(name, `is set, and ${name}_FILE is too; set one of them`);
    else {
      try {
        const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
        if (text !== '') values[name] = text;
      } catch (error) {
        problems.set(name, `${name}_FILE ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
      }
    }
  }
  const parsed = z.object(shape).safeParse(values);
  if (parsed.success && problems.size === 0) return Object.freeze(parsed.data);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name, ...part] = path.map(String) as [string, ...string[]];
    const problem = part.length > 0 ? `${part.join('.')}: ${message}` : message;
    if (!problems.has(name)) problems.set(name, name in values ? problem : 'is required but not set');
  }
  throw new ExplainedError([...problems].map(([name, problem]) => `${name}: ${problem}`).join('\n'));
}

export const port = () => wholeNumber(0, 65_535);

/*
 * docs/settings.md is made of the settings' descriptions, and of `values` where a schema doesn't show what it takes.
 */

export const address = () =>
  z
    .string()
    .regex(/^(\[[0-9a-f:]+\]|[^\s:/,]+):\d{1,5}$/i, 'must be HOST:PORT')
    .meta({ values: 'HOST:PORT' });

export const httpOrigin = () =>
  z
    .string()
    .regex(/^https?:\/\/(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i, 'must be http(s)://HOST[:PORT]')
    .meta({ values: 'http(s)://HOST[:PORT]' });

export const host = () => z.string().meta({ values: 'host name or IP address' });

/** For messages about URLs. */
export const encodeSpecial = 'write %, #, / and ? of a password as %25, %23, %2F and %3F';

export const databaseUrl = () =>
  z
    .string()
    .refine(isDatabaseUrl, `must be a Postgres URL, such as postgres://user:password@host:5432/name; ${encodeSpecial}`)
    .meta({ values: 'postgres://USER:PASSWORD@HOST:PORT/NAME' });

function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\/./.test(text)) return false;
  try {
    // Without a host, the URL is of a socket.
    const { username, password, pathname, search, hash } = new URL(text.replace('@/', '@localhost/'));
    decodeURIComponent(username + password + pathname);
    // A password of digits before one of these would be taken for a port.
    return hash === '' && !(pathname + search).includes('@');
  } catch {
    return false;
  }
}

export const databaseUrls = () =>
  z
    .string()
    .meta({ values: 'Postgres URLs, separated by commas' })
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((url) => url !== ''))
    .refine(
      (urls) => urls.every((url) => databaseUrl().safeParse(url).success),
      `must be Postgres URLs, such as postgres://user:password@host:5432/name, separated by commas; ${encodeSpecial}, and a comma as %2C`,
    );

/** A JSON array, in the form that a schema of arrays has. */
export const jsonArray = <Items extends z.ZodType<unknown, unknown[]>>(items: Items, of: string) =>
  z
    .string()
    .meta({ values: 'JSON array' })
    .default('[]')
    .transform((text, context) => {
      try {
        return z.array(z.unknown()).parse(JSON.parse(text));
      } catch {
        context.addIssue(`must be a JSON array of ${of}`);
        return z.NEVER;
      }
    })
    .pipe(items);

export const logLevel = () =>
  z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .describe('lowest level that is logged');

export const processSettings = {
  INTERNAL_PORT: port()
    .optional()
    .describe('port for `/metrics`, `/livez` and `/readyz`; none if unset, but `npm start` picks free ones'),
  INTERNAL_HOST: host().optional().describe('address that `INTERNAL_PORT` listens on; all addresses if unset'),
  LOG_LEVEL: logLevel(),
};

export const httpSettings = {
  PORT: port().default(8_080).describe('HTTP port'),
  HOST: host().optional().describe('address to listen on; all addresses if unset'),
};

export const databaseSettings = { DATABASE_URL: databaseUrl().describe('Postgres 14 or later, with ICU') };

export const serviceSettings = (defaults: { listen: string; poolSize: number }) => ({
  ...databaseSettings,
  DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(defaults.poolSize).describe('maximum connections to Postgres'),
  GRPC_LISTEN: address().default(defaults.listen).describe('address to listen on'),
  DRAIN_MS: drainMs().default(1_500),
  ...processSettings,
});

export const drainMs = () =>
  wholeNumber(0, 600_000).describe('time for running requests to end when the process stops');

export function wholeNumber(minimum: number, maximum: number) {
  const problem = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, problem)
    .meta({ values: `${minimum} to ${maximum}` });
}
