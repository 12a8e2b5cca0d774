import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { summedTables } from './roll-ups.ts';
import {
  createDifferences,
  createFolding,
  createRebuild,
  createTable,
  createTriggerFunctions,
  createTriggers,
  createViewOfRows,
  fitted,
  onCitus,
  onOneServer,
} from './sql.ts';

const directory = path.join(import.meta.dirname, '../../services/reporting/migrations');

const rollUps = summedTables.flatMap((table) =>
  Object.entries(table.rollUps).map(([name, rollUp]) => ({ name, rollUp, table })),
);

await write('0003-roll-ups.sql', [
  '-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe: readers add\n-- the stripes up.',
  ...rollUps.map(({ name, rollUp, table }) => createTable(name, rollUp, table)),
  ...rollUps.map(({ name, rollUp, table }) => createViewOfRows(name, rollUp, table)),
  createDifferences(summedTables),
  ...summedTables.flatMap((table) => [
    `-- What keeps the roll-ups of ${table.name}.`,
    createTriggerFunctions(table, onOneServer),
    createTriggers(table),
    createRebuild(table),
  ]),
  ...rollUps.map(({ name, rollUp, table }) => createFolding(name, rollUp, table, false)),
]);

await write('distribute-roll-ups.sql', [
  '-- What a Citus cluster has in place of functions of 0003-roll-ups.sql: the same statements, with the names of shards.',
  ...summedTables.map((table) => createTriggerFunctions(table, onCitus)),
  ...rollUps.map(({ name, rollUp, table }) => createFolding(name, rollUp, table, true)),
]);

/** Once a release has the file, what changes goes into a new one. */
async function write(file: string, parts: string[]): Promise<void> {
  const made = '-- Made by `npm run generate` (generate/triggers).';
  await writeFile(path.join(directory, file), fitted(`${[made, ...parts].join('\n\n')}\n`));
}
