import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { summedTables } from './roll-ups.ts';
import {
  createDifferences,
  createFolding,
  createRebuild,
  createTable,
  createTrigger,
  fitted,
  rollUpsOf,
} from './sql.ts';

/** Once a release has the file, what changes goes into a new one. */
const file = path.join(import.meta.dirname, '../../services/reporting/migrations/0003-roll-ups.sql');

const parts = [
  '-- Made by `npm run generate` (generate/triggers).',
  `-- Roll-ups: what a report needs without reading its rows. Counts and sums by period, which triggers keep. A row is of one stripe:
-- readers add the stripes up.`,
  ...summedTables.flatMap((table) => [
    ...rollUpsOf(table).map(([name, rollUp]) => createTable(name, rollUp, table)),
    createTrigger(table),
    ...rollUpsOf(table).map(([name, rollUp]) => createDifferences(name, rollUp, table)),
    createRebuild(table),
  ]),
  `-- Fold the keys of a range: one row of a key in stripe 0 in place of those of all stripes, and none where they add up to nothing. They return
-- how many rows were moved. What is read, and versions, stay the same. Rows that an open transaction has locked stay; stripe 0 is held as by a
-- writer, so none of its rows is locked. The planner can't know how short a range is, and would read the whole table.`,
  ...summedTables.flatMap((table) => rollUpsOf(table).map(([name]) => createFolding(name, table))),
];
await writeFile(file, fitted(`${parts.join('\n\n')}\n`));
