import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql, statement, valuesOf } from '../../../services/reporting/sql/statement.ts';
import type { Sql } from '../../../services/reporting/sql/statement.ts';
import { createDatabase, withClient } from '../../support/postgres/database.ts';
import { root } from '../../support/programs/command.ts';
import { sentStatements, sqlFiles } from '../../../tools/generate/statements.ts';

const [files, sent] = [sqlFiles(), sentStatements()];

it('The folder docs/sql has 1,600 lines at most, each of 160 characters; a statement has 140 lines', () => {
  const lines = Object.values(files).flatMap((text) => text.trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(1_600);
  expect(lines.filter(({ length }) => length > 160)).toEqual([]);
  const long = sent.filter(({ text }) => text.split('\n').length > 140);
  expect(long.map(({ name }) => name)).toEqual([]);
});

it('The folder docs/sql has no other file', async () => {
  const written = ['README.md', ...Object.keys(files)];
  expect((await readdir(path.join(root, 'docs/sql'))).toSorted()).toEqual(written.toSorted());
});

it('Postgres accepts every statement that reporting sends', async () => {
  const refused = await withClient(await createDatabase(), async (client) => {
    const errors: string[] = [];
    for (const { name, text } of sent) {
      await client
        .query(`prepare sent as ${statement(name, text as Sql).text}`)
        .then(() => client.query('deallocate sent'))
        .catch((error: unknown) => errors.push(`${name}: ${String(error)}`));
    }
    return errors;
  });
  expect(refused).toEqual([]);
});

it('A statement numbers its parameters by their first use, and takes their values by name', () => {
  const named = statement('example', sql`select :b::text, :a, :b -- not :c's\nwhere d = ':d' and e = xml:e::text[1:2]`);
  expect(named).toEqual({
    name: 'example 040df93a',
    digest: expect.stringMatching(/^040df93a[0-9a-f]{56}$/),
    text: "-- example\nselect $1::text, $2, $1 -- not :c's\nwhere d = ':d' and e = xml:e::text[1:2]",
    parameters: ['b', 'a'],
  });
  expect(valuesOf(named, { a: 1, b: null, c: 3 })).toEqual([null, 1]);
  expect(() => valuesOf(named, { a: 1 })).toThrow('statement example 040df93a has no value for :b');
});

it('A statement indents a fragment as the line that it stands in, and leaves empty lines out', () => {
  const inner = sql`
    select 1
    from a`;
  expect(sql`
    select *
    from (
      ${inner}
    ) b
    ${''}
    where c`).toBe('select *\nfrom (\n  select 1\n  from a\n) b\nwhere c');
});
