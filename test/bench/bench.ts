import type { Product } from '../support/programs/product.ts';
import type { BenchDatabases } from './data/database.ts';

/** What a section of the run works with. */
export type Bench = {
  /** The directory of the version. */
  checkout: string;
  quick: boolean;
  /** How long a load is measured. */
  seconds: number;
  databases: BenchDatabases;
  product: Product;
  /** Starts the same programs on another database. */
  start: (databaseUrl: string) => Promise<Product>;
  tokenOf: (companyId: string) => Promise<string>;
};

/** Takes what is to be stopped at the end, or when the run is interrupted; it may be called twice. */
export type OnStop = (stop: () => Promise<void>) => unknown;

/** A row of the table. One without a target is information only. */
export type Figure = {
  figure: string;
  target?: { atLeast: number } | { atMost: number } | { atMostOfBefore: number };
  measured: number;
  unit: string;
};

/** The largest company. */
export const million = 'c1m';

/** Shows progress on standard error. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`);
}
