import { deepStrictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { startChild } from '../../../local/child.ts';
import type { Child } from '../../../local/child.ts';
import { paths } from '../../../gateway/paths.ts';
import { signingKeyOf } from '../../support/access-token.ts';
import { startProduct, unlimited } from '../../support/programs/product.ts';
import type { Product } from '../../support/programs/product.ts';
import { ask } from '../ask.ts';
import { benchSecret } from '../data/data.ts';
import type { BenchDatabases } from '../data/database.ts';
import type { LimitRequest } from './limit.ts';
import type { LoadResult } from '../load.ts';

export type Contenders = {
  product: Product;
  /** Addresses of the stacks that the product is compared with. */
  usualUrl: string;
  tunedUrl: string;
  /** The product's statements without the product. */
  limit: (request: LimitRequest) => Promise<LoadResult>;
  /** A token of the product's own for a company. The stacks take it too. */
  tokenOf: (companyId: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Starts all of them, each in processes of its own. */
export async function startContenders({ product: productDatabase, plain }: BenchDatabases): Promise<Contenders> {
  const children: Child[] = [];
  const product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, productDatabase);
  const stop = async () => {
    await Promise.all([product.stop(), ...children.map((child) => child.stop())]);
  };
  try {
    const { publicKey } = await signingKeyOf(productDatabase);
    const start = (name: string, DATABASE_URL: string) => {
      const environment = { PATH: process.env.PATH, DATABASE_URL, PUBLIC_KEY: publicKey };
      const child = startChild(name, `test/bench/stacks/${name}.js`, environment);
      children.push(child);
      return child;
    };
    const limit = start('limit', productDatabase);
    const [usualUrl, tunedUrl] = await Promise.all([
      start('usual-stack', plain).ready,
      start('tuned-stack', plain).ready,
      limit.ready,
    ]);
    const tokens = new Map<string, string>();
    return {
      product,
      usualUrl,
      tunedUrl,
      limit: async (request) => {
        const answer = once(limit.process, 'message') as Promise<[LoadResult]>;
        limit.process.send(request);
        return (await answer)[0];
      },
      tokenOf: async (companyId) => {
        const token = tokens.get(companyId) ?? (await fetchToken(product.url, companyId));
        tokens.set(companyId, token);
        return token;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function fetchToken(url: string, companyId: string): Promise<string> {
  const response = await fetch(`${url}${paths.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: `${companyId}-client`, clientSecret: benchSecret }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** Fails unless both give the same answer; how long the other took for it. */
export async function requireSameAnswer(
  { product }: Contenders,
  otherUrl: string,
  token: string,
  path: string,
): Promise<number> {
  const [ours, theirs] = [await ask(product.url, token, path), await ask(otherUrl, token, path)];
  deepStrictEqual(theirs.answer, ours.answer);
  return theirs.milliseconds;
}
