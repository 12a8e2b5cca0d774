import { expect, it } from '@jest/globals';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startLocalPostgres } from '../../local/postgres/postgres.ts';
import { query } from '../support/postgres/database.ts';
import { temporaryDirectory } from '../support/files.ts';
import { expectRefusal } from '../support/programs/started.ts';
import { runCommand } from '../support/programs/command.ts';

const { directory: temporary } = await temporaryDirectory();

const whole = path.join(temporary, 'whole');
await (await startLocalPostgres(whole)).stop();

it('The embedded Postgres keeps its data in a folder whose name has characters of shells', async () => {
  const directory = path.join(temporary, `it's "$HOME" \`id\` \\ é;&`);
  const postgres = await startLocalPostgres(directory);
  const rows = await query(postgres.urlOf('postgres'), `select current_setting('data_directory') as directory`);
  expect(rows).toEqual([{ directory: path.join(directory, 'postgres') }]);
  await postgres.stop();
});

it('One line names a LOCAL_DATA_DIR that cannot be made', () => refused('/sys/none', 'E[A-Z]+: .*'));

it('One line names a LOCAL_DATA_DIR that is a file', async () => {
  const file = path.join(temporary, 'file');
  await writeFile(file, '');
  await refused(file, 'EEXIST: .*');
});

it('One line names a LOCAL_DATA_DIR whose Postgres is an empty folder', async () => {
  const directory = path.join(temporary, 'empty');
  await mkdir(path.join(directory, 'postgres'), { recursive: true });
  await refused(directory, `${directory}/postgres is not whole \\(ENOENT: .*/password'\\)\\. Move it away\\.`);
});

it('One line names a LOCAL_DATA_DIR whose Postgres has lost a file', async () => {
  const directory = await copyWhole('half');
  await rm(path.join(directory, 'postgres/PG_VERSION'));
  await refused(directory, 'Postgres did not start \\(pg_ctl: .* is not a database cluster directory.*');
});

it('One line names a LOCAL_DATA_DIR where Postgres refuses its files', async () => {
  const directory = await copyWhole('broken');
  await rm(path.join(directory, 'postgres/global/pg_control'));
  await refused(
    directory,
    `Postgres did not start \\(pg_ctl: .*\\)\\. Its log is ${directory}/postgres/server\\.log\\.`,
  );
});

it('One line names a LOCAL_DATA_DIR with another password, and Postgres does not stay', async () => {
  const directory = await copyWhole('password');
  await writeFile(path.join(directory, 'postgres/password'), 'another');
  await refused(directory, 'password authentication failed for user "postgres"');
  expect(await readdir(path.join(directory, 'postgres'))).not.toContain('postmaster.pid');
});

async function copyWhole(name: string): Promise<string> {
  const directory = path.join(temporary, name);
  await runCommand('cp', ['-a', whole, directory], {}); // with its owner, who may not be us
  return directory;
}

async function refused(directory: string, reason: string): Promise<void> {
  const message = new RegExp(`^start: LOCAL_DATA_DIR ${directory} can't be used: ${reason}\n$`);
  await expectRefusal({ LOCAL_DATA_DIR: directory, PORT: '0' }, expect.stringMatching(message));
}
