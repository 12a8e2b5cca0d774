import type pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { connect } from '../runtime/postgres/session.ts';
import { fold, foldBusy } from '../services/reporting/roll-ups/fold.ts';
import { companiesToReconcile, reconcile } from '../services/reporting/roll-ups/reconcile.ts';
import { trimChanges } from '../services/reporting/roll-ups/trim-changes.ts';

/**
 * Each minute, folds the roll-ups of the company for which this is longest ago, trims its log and compares them with the rows. Each hour,
 * folds those of companies that were written most.
 */
export function maintainRegularly(databaseUrl: string, changesKeptDays: number, log: Logger): void {
  let minute = 0;
  const maintainNext = async () => {
    minute += 1;
    let client: pg.Client | undefined;
    try {
      client = await connect({ connectionString: databaseUrl, application_name: 'maintain' });
      if (minute % 60 === 0) await foldBusy(client);
      const [companyId] = await companiesToReconcile(client);
      if (companyId === undefined) return;
      await fold(client, companyId);
      await trimChanges(client, companyId, changesKeptDays);
      const differences = await reconcile(client, companyId);
      if (differences.length > 0) log.error({ companyId, differences }, 'the roll-ups differ from the rows');
    } catch (error) {
      log.warn({ err: error }, 'the roll-ups could not be folded and compared with the rows');
    } finally {
      await client?.end().catch(() => undefined);
    }
  };
  setInterval(() => void maintainNext(), 60_000).unref();
}
