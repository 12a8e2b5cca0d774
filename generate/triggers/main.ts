import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { summedTables } from './roll-ups.ts';
import {
  createDifferences,
  createFolding,
  createRebuild,
  createTable,
  createTrigger,
  createViewOfRows,
  fitted,
} from './sql.ts';

const rollUps = summedTables.flatMap((table) =>
  Object.entries(table.rollUps).map(([name, rollUp]) => ({ name, rollUp, table })),
);

/** Once a release has the file, what changes goes into a new one. */
const parts = [
  '-- Made by `npm run generate` (generate/triggers).',
  `-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add the stripes up.`,
  ...rollUps.map(({ name, rollUp, table }) => createTable(name, rollUp, table)),
  ...rollUps.map(({ name, rollUp, table }) => createViewOfRows(name, rollUp, table)),
  createDifferences(summedTables),
  ...summedTables.flatMap((table) => [createTrigger(table), createRebuild(table)]),
  `-- Fold the keys of a range: one row of a key in stripe 0 in place of those of all stripes, and none where they add up to nothing. They return
-- how many rows were moved. What is read, and versions, stay the same. Rows that an open transaction has locked stay; stripe 0 is held as by a
-- writer, so none of its rows is locked. The planner can't know how short a range is, and would read the whole table.`,
  ...rollUps.map(({ name, rollUp, table }) => createFolding(name, rollUp, table)),
];
const file = path.join(import.meta.dirname, '../../services/reporting/migrations/0003-roll-ups.sql');
await writeFile(file, fitted(`${parts.join('\n\n')}\n`));
