import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLocalPostgres } from '../../../local/postgres/postgres.ts';
import { query } from '../../support/postgres/database.ts';
import { root } from '../../support/programs/command.ts';
import { startProduct, unlimited } from '../../support/programs/product.ts';
import { requestEverything, loadedDatabase } from './requests.ts';
import { replay } from './replay.ts';
import type { Statement } from './replay.ts';

/** Records the statements that this version of the services sends to Postgres, in test/migrate/statements/VERSION.json. */
const directory = await mkdtemp(path.join(tmpdir(), 'client-reporting-statements-'));
const postgres = await startLocalPostgres(directory, { fsync: 'off' });
try {
  await query(postgres.urlOf('postgres'), 'create database recorded');
  await loadedDatabase(postgres.urlOf('recorded'));
  await query(postgres.urlOf('postgres'), 'create database untouched template recorded');
  const record = path.join(directory, 'statements');
  const product = await startProduct(
    {
      ...unlimited,
      STATEMENTS_FILE: record,
      NODE_OPTIONS: `--import tsx --import ${pathToFileURL(path.join(import.meta.dirname, 'recorder.ts')).href}`,
    },
    postgres.urlOf('recorded'),
  );
  await requestEverything(product.url).finally(product.stop);

  const lines = (await readFile(record, 'utf8')).trimEnd().split('\n');
  const statements = lines.map((line) => JSON.parse(line) as Statement);
  const distinct = [...new Map(statements.toReversed().map((statement) => [statement.text, statement])).values()];
  const release = await replay(postgres.urlOf('untouched'), distinct.toReversed());
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const file = path.join(import.meta.dirname, `${version}.json`);
  await writeFile(file, `${JSON.stringify(release, null, 2)}\n`);
  console.log(`${release.length} statements in ${path.relative(root, file)}`);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true });
}
