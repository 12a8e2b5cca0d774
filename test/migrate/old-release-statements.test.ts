import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDatabase } from '../support/postgres/database.ts';
import { loadedDatabase } from './statements/questions.ts';
import { replay } from './statements/replay.ts';
import type { Replayed } from './statements/replay.ts';

const directory = path.join(import.meta.dirname, 'statements');

it.each(readdirSync(directory).filter((file) => file.endsWith('.json')))(
  'on the newest schema, every statement in %s still runs and finds its rows',
  async (release) => {
    const statements = JSON.parse(readFileSync(path.join(directory, release), 'utf8')) as Replayed[];
    expect(statements.length).toBeGreaterThan(0);
    expect(await replay(await loadedDatabase(await createDatabase('template1')), statements)).toEqual(statements);
  },
);
