import { connect } from '../../runtime/postgres/session.ts';

export async function hasCompanies(databaseUrl: string): Promise<boolean> {
  return hasRow(databaseUrl, 'select from reporting.companies limit 1');
}

export async function hasRow(databaseUrl: string, query: string, values: unknown[] = []): Promise<boolean> {
  const client = await connect({ connectionString: databaseUrl });
  try {
    const { rowCount } = await client.query(query, values);
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
