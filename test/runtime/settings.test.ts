import { expect, it } from '@jest/globals';
import path from 'node:path';
import { readMigrateConfig } from '../../services/migrate/config.ts';
import { databaseUrl, databaseUrls, port, readEnvironment } from '../../runtime/environment.ts';
import { temporaryDirectory, writeFiles } from '../support/files.ts';
import { proxies } from '../../runtime/proxies.ts';
import { redisUrl } from '../../runtime/redis.ts';
import { tokenSettings } from '../../access/settings.ts';

const url = 'postgres://auth:secret@db:5432/reports';
const shape = { DATABASE_URL: databaseUrl(), PORT: port().default(8080) };

const { directory: temporary } = await temporaryDirectory();

it('A setting has the value in its file, without the line end at its end', async () => {
  for (const text of [url, `${url}\n`, `${url}\r\n`]) {
    expect(readEnvironment(shape, { DATABASE_URL_FILE: await fileOf(text) })).toEqual({
      DATABASE_URL: url,
      PORT: 8080,
    });
  }
});

it('A setting in a file is a mistake when it is also set by its own name, even to the same value', async () => {
  expect(problems({ DATABASE_URL: url, DATABASE_URL_FILE: await fileOf(url) })).toBe(
    'DATABASE_URL: is set, and DATABASE_URL_FILE is too; set one of them',
  );
});

it('A setting is a mistake when its file is missing or not a file; the other settings are checked too', async () => {
  const missing = path.join(temporary, 'missing');
  expect(problems({ DATABASE_URL_FILE: missing, PORT: 'x' })).toBe(
    `DATABASE_URL: DATABASE_URL_FILE ${missing} can't be read (ENOENT)\nPORT: must be a whole number from 0 to 65535`,
  );
  expect(problems({ DATABASE_URL_FILE: temporary })).toBe(
    `DATABASE_URL: DATABASE_URL_FILE ${temporary} can't be read (EISDIR)`,
  );
});

it('A setting counts as unset when its file is empty, or the variable is', async () => {
  const required = 'DATABASE_URL: is required but not set';
  expect(problems({ DATABASE_URL_FILE: await fileOf('') })).toBe(required);
  expect(problems({ DATABASE_URL_FILE: await fileOf('\n') })).toBe(required);
  expect(problems({ DATABASE_URL_FILE: '' })).toBe(required);
  expect(readEnvironment(shape, { DATABASE_URL: url, DATABASE_URL_FILE: '' }).DATABASE_URL).toBe(url);
});

it('A setting in a file is checked like any other, and its value is never shown', async () => {
  expect(problems({ DATABASE_URL_FILE: await fileOf('the-secret\n\n') })).toBe(
    'DATABASE_URL: must be a Postgres URL, such as postgres://user:password@host:5432/name; write %, #, / and ? of a password as %25, %23, %2F and %3F',
  );
});

it.each(['pa%ss', 'pa#ss', 'pa/ss', 'pa?ss', '12#ss', '12/ss', '12?ss'])(
  'Every URL with the raw password %s is refused under the name of its setting, and the password is not shown',
  (password) => {
    const of = (protocol: string) => `${protocol}://user:${password}@host:5432/0`;
    const names = [
      'DATABASE_URL',
      'AUTH_DATABASE_URL',
      'REPORTING_DATABASE_URL',
      'WRITER_DATABASE_URL',
      'BACKUP_DATABASE_URL',
    ];
    const urls = Object.fromEntries(names.map((name) => [name, of('postgres')]));
    const messages = [
      () => readMigrateConfig(urls),
      () => readEnvironment(others, { REDIS_URL: of('redis'), REPLICAS: of('postgres') }),
    ].map((read) => problemsOf(read));
    const found = messages.join('\n').split('\n');
    expect(found.map((line) => line.slice(0, line.indexOf(':')))).toEqual([...names, 'REDIS_URL', 'REPLICAS']);
    for (const line of found) expect([line.includes('%25'), line.includes(password)]).toEqual([true, false]);
  },
);

it.each(['pa@ss', 'pa%25ss', 'pa ss', 'pa%41', ''])('A URL with the password "%s" is accepted', (password) => {
  for (const url of [`postgres://user:${password}@host:5432/name`, `postgresql://user:${password}@/name?host=/run`])
    expect(readEnvironment(shape, { DATABASE_URL: url }).DATABASE_URL).toBe(url);
});

const others = { REDIS_URL: redisUrl(), REPLICAS: databaseUrls() };

async function fileOf(text: string): Promise<string> {
  const directory = await writeFiles(temporary, { DATABASE_URL: text });
  return path.join(directory, 'DATABASE_URL');
}

function problems(environment: Record<string, string>): string {
  return problemsOf(() => readEnvironment(shape, environment));
}

function problemsOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

it.each(['::/0', '10.0.0.0/8 128.0.0.0/2', '::ffff:0.0.0.0/97', '2000::/4', '10.0.0.0/08', '10.0.0.0/33', 'proxy'])(
  'The setting TRUST_PROXY refuses %s',
  (list) => {
    const problem =
      'must be a list of IP addresses or CIDR blocks of /7 or longer, so that they never are all addresses';
    expect(
      proxies()
        .safeParse(list)
        .error?.issues.map(({ message }) => message),
    ).toEqual([problem]);
  },
);

it.each(['', '10.0.0.1', '::ffff:10.0.0.0/104', '10.0.0.0/8, fd00::/8 2001:db8::1', '::1/128,fe80::/10'])(
  'The setting TRUST_PROXY accepts "%s"',
  (list) => {
    expect(proxies().parse(list)).toEqual(list.split(/[\s,]+/).filter(Boolean));
  },
);

it('A TOKEN_ISSUER with a blank or a line end at its ends is a mistake', () => {
  for (const TOKEN_ISSUER of [' reports', 'reports\n'])
    expect(() => readEnvironment(tokenSettings, { TOKEN_ISSUER })).toThrow(
      'TOKEN_ISSUER: must not begin or end with a blank or a line end',
    );
});
