import { deepStrictEqual } from 'node:assert/strict';
import { startChild } from '../../local/child.ts';
import { signingKeyOf } from '../support/access-token.ts';
import { tokenOf } from '../support/fixtures.ts';
import { startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { ask } from './ask.ts';
import type { BenchDatabases } from './data/database.ts';

export type Contenders = {
  product: Product;
  /** Address of the stack that the product is compared with. */
  tunedUrl: string;
  /** A token of the product's own for a company. The tuned stack takes it too. */
  tokenOf: (companyId: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Starts both, each in processes of its own. */
export async function startContenders({ product: productDatabase, plain }: BenchDatabases): Promise<Contenders> {
  const product = await startProduct({ ...unlimited, LOG_LEVEL: 'warn' }, productDatabase);
  const { publicKey } = await signingKeyOf(productDatabase);
  const tuned = startChild('tuned-stack', 'test/bench/tuned-stack.js', {
    PATH: process.env.PATH,
    DATABASE_URL: plain,
    PUBLIC_KEY: publicKey,
  });
  const stop = async () => {
    await Promise.all([product.stop(), tuned.stop()]);
  };
  const tokens = new Map<string, Promise<string>>();
  try {
    return {
      product,
      tunedUrl: await tuned.ready,
      tokenOf: (companyId) => {
        const token = tokens.get(companyId) ?? tokenOf(product.url, companyId);
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

/** Fails unless both give the same answer; how long the tuned stack took for it. */
export async function requireSameAnswer(
  { product, tunedUrl }: Contenders,
  token: string,
  path: string,
): Promise<number> {
  const [ours, theirs] = [await ask(product.url, token, path), await ask(tunedUrl, token, path)];
  deepStrictEqual(theirs.answer, ours.answer);
  return theirs.milliseconds;
}
