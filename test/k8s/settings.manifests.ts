import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readGatewayConfig } from '../../gateway/config.ts';
import { readAuthConfig } from '../../services/auth/config.ts';
import { nodeFlags } from '../../local/child.ts';
import { importSettings } from '../../services/import/config.ts';
import { readMigrateConfig } from '../../services/migrate/config.ts';
import { readPortalConfig } from '../../services/portal/config.ts';
import { readReportingConfig } from '../../services/reporting/config.ts';
import { readEnvironment } from '../../runtime/environment.ts';
import { rollUpSettings } from '../../services/reporting/roll-ups/settings.ts';
import { root } from '../support/programs/command.ts';
import { containers, objects, overlays, programs, settingsOf } from './manifests.ts';

type ReadConfig = (environment: NodeJS.ProcessEnv) => object;

const readers: Record<string, ReadConfig> = {
  gateway: readGatewayConfig,
  auth: readAuthConfig,
  reporting: readReportingConfig,
  portal: readPortalConfig,
  migrate: readMigrateConfig,
};

/** Values such as the Secrets hold. */
const url = 'postgres://user:password@postgres:5432/client_reporting';
const secrets: Record<string, string> = {
  DATABASE_URL: url,
  AUTH_DATABASE_URL: url,
  REPORTING_DATABASE_URL: url,
  WRITER_DATABASE_URL: url,
  BACKUP_DATABASE_URL: url,
  REDIS_URL: 'redis://:password@redis:6379',
  AUTH_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET_PEPPER: Buffer.alloc(32, 2).toString('base64'),
};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-secrets-'));
  for (const [name, value] of Object.entries(secrets)) await writeFile(path.join(directory, name), value);
});
afterAll(() => rm(directory, { recursive: true }));

describe.each(overlays)('overlay %s', (overlay) => {
  it.each(Object.keys(readers))('An overlay gives %s settings that it knows, with values that it accepts', (name) => {
    const container = programs(overlay)[name]?.container;
    expect(container).toBeDefined();
    expectRead(name, settingsOf(container));
  });

  it("An overlay has the secret settings in files with the settings' names", () => {
    for (const { container } of Object.values(programs(overlay))) {
      for (const [name, value] of Object.entries(settingsOf(container))) {
        expect(secrets).not.toHaveProperty(name);
        if (name.endsWith('_FILE')) expect(value).toBe(`/run/secrets/client-reporting/${name.slice(0, -5)}`);
      }
    }
  });
});

it.each(['local', 'everything'] as const)('Overlay %s makes the secrets that the programs read', (overlay) => {
  type Secret = { stringData?: Record<string, string>; data?: Record<string, string> };
  type External = { spec: { data: { secretKey: string }[] } };
  const made = Object.fromEntries([
    ...objects<Secret>(overlay, 'Secret').map(({ metadata, data }) => [metadata.name, Object.keys(data ?? {})]),
    ...objects<External>(overlay, 'ExternalSecret').map(({ metadata, spec }) => [
      metadata.name,
      spec.data.map(({ secretKey }) => secretKey),
    ]),
  ]) as Record<string, string[]>;
  for (const [name, { container, spec }] of Object.entries(programs(overlay))) {
    const files = Object.keys(settingsOf(container)).filter((setting) => setting.endsWith('_FILE'));
    const { volumes = [] } = spec.template.spec;
    const mounted = volumes.filter((volume) => volume.name === 'secrets').map(({ secret }) => secret?.secretName);
    expect({ name, keys: mounted.flatMap((secret) => made[secret ?? '']).toSorted() }).toEqual({
      name,
      keys: files.map((setting) => setting.slice(0, -5)).toSorted(),
    });
  }
});

it('Component sign-in gives an issuer to the programs that take tokens, and to the portal', () => {
  const [map] = objects<{ data: Record<string, string> }>('everything', 'ConfigMap', 'sign-in');
  for (const name of ['gateway', 'auth', 'reporting', 'portal']) {
    const container = programs('everything')[name]?.container;
    expect(container).toMatchObject({ envFrom: [{ configMapRef: { name: 'sign-in' } }] });
    expectRead(name, { ...settingsOf(container), ...map?.data });
  }
});

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
type Service = { environment?: Record<string, string>; command?: string[] };
const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };

it('The file docker-compose.yml gives each program settings that it knows, with values that it accepts', () => {
  const all: Record<string, ReadConfig> = {
    ...readers,
    demo: (environment) => readEnvironment(importSettings, environment),
  };
  expect(Object.keys(services).toSorted()).toEqual([...Object.keys(all), 'postgres', 'redis'].toSorted());
  for (const name of Object.keys(all)) {
    // Compose puts the default in place of ${NAME:-default}.
    const settings = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value.replace(/\$\{\w+:-(.*)\}/, '$1'),
    ]);
    expectRead(name, Object.fromEntries(settings) as Record<string, string>, all);
  }
});

it.each(['gateway', 'auth', 'reporting', 'portal'])('The Node.js flags of %s are the same wherever it runs', (name) => {
  const flagsIn = (command: string[] = []) => command.filter((word) => word.startsWith('--'));
  for (const overlay of overlays) expect(flagsIn(programs(overlay)[name]?.container.args)).toEqual(nodeFlags(name));
  const image = JSON.parse(/^CMD (.*)$/m.exec(textOf('Dockerfile'))?.[1] ?? '[]') as string[];
  expect(flagsIn(services[name]?.command ?? image)).toEqual(nodeFlags(name));
});

it.each(overlays)('Overlay %s gives the heap of every program and Job three quarters of its memory', (overlay) => {
  const heaps = containers(overlay)
    .filter(({ args }) => args?.[0] === 'node')
    .map(({ name, args = [], resources }) => {
      const [heap] = args.flatMap((flag) => /^--max-old-space-size=(\d+)$/.exec(flag)?.[1] ?? []);
      const memory = /^(\d+)Mi$/.exec(resources?.limits.memory ?? '')?.[1];
      return { name, heapMiB: Number(heap), wanted: 0.75 * Number(memory) };
    });
  expect(heaps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['gateway', 'migrate', 'reconcile', 'prune-audit']),
  );
  expect(heaps.filter(({ heapMiB, wanted }) => heapMiB !== wanted)).toEqual([]);
});

it.each(overlays)('Overlay %s says for how long the nightly Job keeps changes', (overlay) => {
  const [container] = containers(overlay).filter(({ name }) => name === 'reconcile');
  const { CHANGES_KEPT_DAYS, ...others } = settingsOf(container);
  expect(Object.keys(others)).toEqual(['DATABASE_URL_FILE']);
  expect(readEnvironment(rollUpSettings, { DATABASE_URL: url, CHANGES_KEPT_DAYS })).toMatchObject({
    CHANGES_KEPT_DAYS: 35,
  });
});

/** A program's config holds all that it knows of what was set. */
function expectRead(name: string, settings: Record<string, string>, parsers = readers): void {
  const environment = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, value.replace('/run/secrets/client-reporting', directory)]),
  );
  const config = parsers[name]?.({ ...environment, NODE_ENV: 'production' }) ?? {};
  const names = Object.keys(settings).map((setting) => setting.replace(/_FILE$/, ''));
  expect(names.filter((setting) => !(setting in config))).toEqual([]);
}
