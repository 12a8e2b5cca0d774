import { holdToDocument } from '../openapi/seen-answers.ts';
import type { CsvTables } from '../csv-files.ts';
import { together } from '../fixtures.ts';
import { load, startProduct } from './product.ts';
import type { Product } from './product.ts';

type SharedProduct = Pick<Product, 'url' | 'databaseUrl' | 'authAddress' | 'reportingAddress'>;

/** Starts the product that `sharedProduct` finds in each test file of this run; the end of it. */
export async function startSharedProduct(): Promise<() => Promise<void>> {
  const { url, databaseUrl, authAddress, reportingAddress, stop } = await startProduct();
  const shared: SharedProduct = { url, databaseUrl, authAddress, reportingAddress };
  process.env.TEST_PRODUCT = JSON.stringify(shared);
  return stop;
}

/**
 * A product of the whole run with these rows, for files that change nothing but rows of their own, with ids that no other file
 * has: an import moves a row to the company that it names. Nothing may stop it, lock its tables, or add a signing key.
 */
export async function sharedProduct(...tables: CsvTables[]): Promise<SharedProduct> {
  const shared = JSON.parse(process.env.TEST_PRODUCT ?? '') as SharedProduct;
  await holdToDocument(shared.url);
  if (tables.length > 0) await load(shared.databaseUrl, together(...tables));
  return shared;
}
