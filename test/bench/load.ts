import { availableParallelism } from 'node:os';
import autocannon from 'autocannon';
import { summaryOf } from './summary.ts';
import type { Summary } from './summary.ts';

/** `answered` counts the warming up too. */
export type LoadResult = Summary & { requestsPerSecond: number; answered: number; connections: number };

/** With an etag, the answer that the caller has: each is a 304. */
export type Target = { url: string; token: string; path: () => string; etag?: string | undefined };

const connections = 16;
const warmUpMs = 1_000;

/** 16 connections that ask again as soon as they have their answer, for so long after a second to warm up. */
export async function load(target: Target, seconds: number): Promise<LoadResult> {
  const begunAt = performance.now();
  const latencies: number[] = [];
  let answered = 0;
  await fire({ ...target, duration: seconds + warmUpMs / 1_000 }, (ms) => {
    answered += 1;
    if (performance.now() - begunAt > warmUpMs) latencies.push(ms);
  });
  return { ...summaryOf(latencies), requestsPerSecond: latencies.length / seconds, answered, connections };
}

/**
 * The same for what takes so long that the end of a time would cut much of it off: a whole number of requests on each
 * connection, as many as fit into the time, and one at least.
 * @param alone how long one takes when it is the only one
 */
export async function loadSlow({ url, token, path }: Target, seconds: number, alone: number): Promise<LoadResult> {
  const rounds = Math.max(1, Math.round((seconds * 1_000 * availableParallelism()) / (alone * connections)));
  const begunAt = performance.now();
  const latencies: number[] = [];
  let took = 0;
  await fire({ url, token, path, amount: rounds * connections, timeout: 120 }, (ms) => {
    latencies.push(ms);
    took = (performance.now() - begunAt) / 1_000;
  });
  return {
    ...summaryOf(latencies),
    requestsPerSecond: latencies.length / took,
    answered: latencies.length,
    connections,
  };
}

async function fire(
  { url, token, path, etag, ...limits }: Target & { duration?: number; amount?: number; timeout?: number },
  onResponse: (milliseconds: number) => void,
): Promise<void> {
  let failure = '';
  const options: autocannon.Options = {
    url,
    connections,
    headers: { authorization: `Bearer ${token}`, ...(etag !== undefined && { 'if-none-match': etag }) },
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
    ...limits,
  };
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(options, (error: unknown) => {
      if (error) reject(new Error('autocannon could not start', { cause: error }));
      else resolve();
    });
    running.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === (etag === undefined ? 200 : 304)) onResponse(milliseconds);
      else failure = `status ${status}`;
    });
    running.on('reqError', (error: unknown) => (failure = String(error)));
  });
  if (failure) throw new Error(`${url}${path()}: ${failure}`);
}
