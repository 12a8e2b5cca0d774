import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { summedTables } from './roll-ups.ts';
import { createDifferences, createRebuild, createTable, createTrigger, fitted, rollUpsOf } from './sql.ts';

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
];
await writeFile(file, fitted(`${parts.join('\n\n')}\n`));
