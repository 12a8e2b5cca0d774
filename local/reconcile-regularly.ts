import pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { companiesToReconcile, reconcile } from '../services/reporting/roll-ups/reconcile.ts';

/** Each minute, compares the roll-ups of the company for which this is longest ago. */
export function reconcileRegularly(databaseUrl: string, log: Logger): void {
  const reconcileNext = async () => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'reconcile' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const [companyId] = await companiesToReconcile(client);
      const differences = companyId === undefined ? [] : await reconcile(client, companyId);
      if (differences.length > 0) log.error({ companyId, differences }, 'the roll-ups differ from the rows');
    } catch (error) {
      log.warn({ err: error }, 'the roll-ups could not be compared with the rows');
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  setInterval(() => void reconcileNext(), 60_000).unref();
}
