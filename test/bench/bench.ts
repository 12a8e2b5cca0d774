import type { Contenders } from './contenders.ts';
import type { BenchDatabases } from './database.ts';
import type { Figure } from './figures.ts';
import type { Options } from './options.ts';

/** What a part of the run has to work with. */
export type Bench = { options: Options; databases: BenchDatabases; contenders: Contenders };

/** What it brings: rows of the table, and all that was measured. */
export type Measured = { figures: Figure[]; raw: object };

/** The largest company. */
export const million = 'c1m';

/** Tells on standard error how far the run is. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
