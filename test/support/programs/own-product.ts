import { afterAll } from '@jest/globals';
import type { CsvTables } from '../csv-files.ts';
import { together } from '../fixtures.ts';
import { startGateway } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { load, samplePrograms, startProduct, unlimited } from './product.ts';
import type { Product } from './product.ts';

/** A product of this test file, with these rows, which ends with the file. It has no limits, unless the settings say otherwise. */
export function ownProduct(settings: Record<string, string> = {}, ...tables: CsvTables[]): Promise<Product> {
  return ended(startProduct({ ...unlimited, ...settings }), tables);
}

/** The same with the sample reports besides. */
export function ownProductWithSamples(...tables: CsvTables[]): Promise<Product> {
  return ended(startProduct(unlimited, undefined, undefined, samplePrograms), tables);
}

async function ended(starting: Promise<Product>, tables: CsvTables[]): Promise<Product> {
  const product = await starting;
  afterAll(() => product.stop());
  if (tables.length > 0) await load(product.databaseUrl, together(...tables));
  return product;
}

/** A gateway of this test file, which ends with the file. */
export async function ownGateway(...settings: Parameters<typeof startGateway>): Promise<Gateway> {
  const gateway = await startGateway(...settings);
  afterAll(() => gateway.stop());
  return gateway;
}
