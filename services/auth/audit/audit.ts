import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../../runtime/logger.ts';
import { writeAuditRows } from './audit-event.ts';
import type { AuditRow } from './audit-event.ts';
import { createAuditQueue } from './audit-queue.ts';
import type { AuthDatabase } from '../database.ts';

export type Audit = ReturnType<typeof openAudit>;

/** Events wait while the database can't be written to, up to ten thousand; later ones are counted and logged. */
export function openAudit(database: AuthDatabase, { log, metrics }: { log: Logger; metrics: Registry }) {
  const queue = createAuditQueue();
  const droppedEvents = new Counter({
    name: 'client_reporting_audit_dropped_total',
    help: 'Events of the audit that there was no room for, since too many waited for the database.',
    registers: [metrics],
  });
  let batch: AuditRow[] = [];
  let writing: Promise<void> | undefined;
  let failing = false;

  // A batch is written again until that is known to have worked; rows that are there already stay as they are.
  const writeAll = async () => {
    while (batch.length > 0 || queue.size() > 0) {
      if (batch.length === 0) batch = queue.take(maxBatch);
      await database.transaction(AbortSignal.timeout(writeLimitMs), (transaction) =>
        writeAuditRows(database, transaction, batch),
      );
      batch = [];
      failing = false;
    }
  };
  const write = async () => {
    writing ??= writeAll()
      .catch((error: unknown) => {
        if (!failing) log.error({ err: error }, 'the audit can not be written; its events wait');
        failing = true;
      })
      .finally(() => (writing = undefined));
    await writing;
    const dropped = queue.takeDropped();
    droppedEvents.inc(dropped);
    if (dropped > 0) log.error({ dropped }, 'events of the audit were dropped: too many waited');
  };
  const timer = setInterval(() => void write(), intervalMs);
  return {
    /** Takes the event, which is written within about a second, or with others alike at the end of the minute. Never waits, never fails. */
    record: queue.add,
    /** Writes what still waits. */
    close: async () => {
      clearInterval(timer);
      await writing;
      queue.endMinute();
      await write();
      const lost = batch.length + queue.size();
      if (lost > 0) log.error({ lost }, 'events of the audit are lost: they could not be written before the end');
    },
  };
}

const intervalMs = 1_000;
const maxBatch = 500;
const writeLimitMs = 5_000;
