import { withClient } from '../../support/postgres/database.ts';

export type Statement = { text: string; values: unknown[] };

/** A statement, and how many rows it found; null where it writes, which may concern ids of another database. */
export type Replayed = Statement & { rows: number | null };

/** Runs the statements one after another in a transaction that is undone. */
export async function replay(databaseUrl: string, statements: Statement[]): Promise<Replayed[]> {
  return withClient(databaseUrl, async (client) => {
    const replayed: Replayed[] = [];
    await client.query('begin');
    for (const { text, values } of statements) {
      const { command, rowCount } = await client.query(text, values);
      replayed.push({ text, values, rows: command === 'SELECT' ? rowCount : null });
    }
    await client.query('rollback');
    return replayed;
  });
}
