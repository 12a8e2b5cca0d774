import pg from 'pg';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Logger } from '../../../runtime/logger.ts';
import { auditRow, writeAuditRows } from './audit-event.ts';
import type { AuditEvent, AuditRow } from './audit-event.ts';
import type { AuthDatabase } from '../database.ts';

export type Audit = ReturnType<typeof openAudit>;

/** Events wait while the database can't be written to, up to ten thousand; later ones are counted and logged. */
export function openAudit(database: AuthDatabase, { log, metrics }: { log: Logger; metrics: Registry }) {
  const droppedEvents = new Counter({
    name: 'client_reporting_audit_dropped_total',
    help: 'Events of the audit that there was no room for, since too many waited for the database.',
    registers: [metrics],
  });
  const waiting: AuditRow[] = [];
  let writing: Promise<void> | undefined;
  let failing = false;

  // A batch is written again until that is known to have worked; rows that are there already stay as they are.
  const writeAll = async (size = maxBatch): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size);
      try {
        await writeAuditRows(database, new AbortController().signal, batch);
      } catch (error) {
        if (!isRefusedRow(error)) throw error;
        if (size > 1) return writeAll(1);
        log.error({ err: error, row: batch[0] }, 'an event of the audit is left out: Postgres refuses its row');
      }
      waiting.splice(0, batch.length);
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
  };
  const timer = setInterval(() => void write(), intervalMs);
  return {
    /** Takes the event, which is written within about a second. Never waits, never fails. */
    record: (event: AuditEvent) => {
      if (waiting.length < maxWaiting) waiting.push(auditRow(event));
      else droppedEvents.inc();
    },
    /** Writes what still waits. */
    close: async () => {
      clearInterval(timer);
      await writing;
      await write();
      const lost = waiting.length;
      if (lost > 0) log.error({ lost }, 'events of the audit are lost: they could not be written before the end');
    },
  };
}

/** An invalid value, or one that a constraint forbids. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}

const intervalMs = 1_000;
const maxBatch = 500;
const maxWaiting = 10_000;
