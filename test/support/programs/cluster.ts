import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import type { Child } from '../../../local/child.ts';
import { freePort } from '../../../local/free-port.ts';
import { serviceUrls } from '../../../local/service-urls.ts';
import { mainOf } from './main-of.ts';
import { unlimited } from './product.ts';
import { startProxy } from '../network/proxy.ts';
import { scrape } from '../network/scrape.ts';
import { holdToDocument } from '../openapi/seen-answers.ts';
import { serviceNames } from '../network/service-names.ts';
import { until } from '../until.ts';
import { startProgram } from './start-program.ts';
import { readManifest } from '../../k8s/manifests.ts';

export type Kind = 'auth' | 'reporting' | 'gateway';
export type Pod = { kind: Kind; host: string; child: Child };

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** How long a pod of auth or reporting goes on after it has left its Service: as its manifest says, where the DNS caches less for less. */
async function preStopMs(dnsCachedMs: number): Promise<number> {
  const patch = parse(await readManifest('base/patches/every-headless-server.yaml')) as {
    path: string;
    value: number;
  }[];
  const seconds = patch.find((operation) => operation.path.endsWith('/preStop/sleep/seconds'))?.value ?? 0;
  return seconds * 1_000 - (longestDnsCachedMs - dnsCachedMs);
}

const longestDnsCachedMs = 30_000;

/**
 * Addresses of the loopback interface: a pod has one of its own, and all have the same ports. No other cluster that runs now
 * has them, whose packets a test may drop.
 */
function hostsOf(port: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `127.${port >> 8}.${port & 0xff}.${101 + index}`);
}

/** The processes in several copies each, as in a cluster: on addresses of their own, behind a proxy and names. */
export async function startCluster(
  databaseUrl: string,
  settings: Record<string, string>,
  dnsCachedMs = longestDnsCachedMs,
  programs: Partial<Record<Kind, string>> = {},
) {
  const names = await serviceNames(dnsCachedMs);
  const sleepMs = await preStopMs(dnsCachedMs);
  const port = { auth: await freePort(), reporting: await freePort(), gateway: await freePort() };
  const internalPort = await freePort();
  const hosts = hostsOf(internalPort);
  const upstreams = hosts.map((host) => ({ host, port: port.gateway, internalPort }));
  const proxy = await startProxy(upstreams.slice(0, 4));
  for (const url of Object.values(proxy.urls)) await holdToDocument(url);
  const urls = serviceUrls(databaseUrl);
  const pods = new Set<Pod>();
  /** Of these also those that start or end. */
  const running = new Set<Pod>();
  const logs: string[] = [];

  const settingsOf = (kind: Kind, host: string): Record<string, string> => {
    const addresses = { AUTH_ADDRESS: `auth:${port.auth}`, REPORTING_ADDRESS: `reporting:${port.reporting}` };
    if (kind === 'gateway') return { ...addresses, HOST: host, PORT: String(port.gateway) };
    return { ...addresses, GRPC_LISTEN: `${host}:${port[kind]}`, DATABASE_URL: urls[kind] };
  };
  const freeHost = (kind: Kind) => {
    const taken = [...running].map(({ host }) => host);
    // The proxy knows the first four.
    const host = (kind === 'gateway' ? hosts.slice(0, 4) : hosts.slice(4)).find((host) => !taken.includes(host));
    if (host === undefined) throw new Error(`no address is left for one more ${kind}`);
    return host;
  };
  const ofKind = (kind: Kind) => [...pods].filter((pod) => pod.kind === kind);
  const hostsOfKind = (kind: Kind) => ofKind(kind).map(({ host }) => host);
  const publish = (kind: Kind) => names.set(kind, hostsOfKind(kind));

  const startPod = (kind: Kind, host: string, ownSettings: Record<string, string>, dist: string) => {
    const main = path.join(dist, programs[kind] ?? mainOf(kind, settings));
    const own = { INTERNAL_PORT: String(internalPort), INTERNAL_HOST: host, ...settingsOf(kind, host), ...ownSettings };
    return startProgram(kind, { ...names.environment, ...unlimited, ...settings, ...own }, logs, main);
  };
  const ready = async ({ child }: Pod) => {
    await child.ready.catch((error: unknown) => {
      throw new Error(`${String(error)}\n${logs.join('\n')}`);
    });
    await until('it is ready', async () => (await fetch(`${child.internal()}/readyz`)).ok, 60_000);
  };

  return {
    urls: proxy.urls,
    pods: ofKind,
    /**
     * Starts one more, and waits until it is ready and may be sent to. Its own settings go before those of all; its build is another
     * where `dist` is the absolute path of one.
     */
    add: async (kind: Kind, own: Record<string, string> = {}, dist = ''): Promise<Pod> => {
      const host = freeHost(kind);
      const pod = { kind, host, child: startPod(kind, host, own, dist) };
      running.add(pod);
      void pod.child.exited.then(() => running.delete(pod));
      await ready(pod);
      pods.add(pod);
      if (kind === 'gateway') await proxy.allow(host);
      else await publish(kind);
      return pod;
    },
    /** Takes it from those that may be sent to, signals it to end when its manifest says, and waits for that; how it ended. */
    retire: async (pod: Pod): Promise<string> => {
      pods.delete(pod);
      if (pod.kind === 'gateway') {
        await proxy.leave(pod.host);
      } else {
        await publish(pod.kind);
        await sleep(sleepMs);
      }
      pod.child.process.kill('SIGTERM');
      return pod.child.exited;
    },
    kill: async (pod: Pod): Promise<void> => {
      pods.delete(pod);
      pod.child.process.kill('SIGKILL');
      await pod.child.exited;
      await publish(pod.kind);
    },
    /** What the processes wrote so far. */
    logs: () => logs,
    stop: async () => {
      for (const kind of ['gateway', 'reporting', 'auth'] as const)
        await Promise.all([...running].filter((pod) => pod.kind === kind).map(({ child }) => child.stop()));
      await proxy.stop();
      await names.remove();
    },
  };
}

/** How many pages were requested of each of these processes of reporting. */
export function requestCounts(pods: Pod[]): Promise<number[]> {
  const name = 'client_reporting_grpc_server_call_duration_seconds_count{';
  return Promise.all(
    pods.map(async ({ child }) => {
      const series = [...(await scrape(child.internal()))];
      const pages = series.filter(([key]) => key.startsWith(name) && key.includes('/List'));
      return pages.reduce((sum, [, value]) => sum + value, 0);
    }),
  );
}

/** Waits until each of them has served a request from now on. */
export async function untilAllServe(pods: Pod[]): Promise<void> {
  const before = await requestCounts(pods);
  const isMore = (count: number, index: number) => count > (before[index] ?? 0);
  await until('all serve', async () => (await requestCounts(pods)).every(isMore), 60_000);
}
