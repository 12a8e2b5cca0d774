import { auditRow } from './audit-event.ts';
import type { AuditEvent, AuditRow } from './audit-event.ts';

/** Bounded memory: equal refusals are one row, and beyond a thousand different ones a minute only their reason is kept. */
export function createAuditQueue() {
  const rows = new Map<string, AuditRow>();
  let dropped = 0;
  let minute = 0;
  let refusals = 0;

  const condensed = (event: AuditEvent) => {
    const key = JSON.stringify([event.reason, event.clientId, event.address]);
    if (rows.has(key)) return { key, event };
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, refusals] = [now, 0];
    refusals += 1;
    if (refusals <= maxRefusalsPerMinute) return { key, event };
    const { clientId: _, address: __, requestId: ___, ...rest } = event;
    return { key: JSON.stringify([event.reason]), event: rest };
  };
  return {
    add: (given: AuditEvent) => {
      const { key, event } = given.event === 'token.refused' ? condensed(given) : { key: undefined, event: given };
      const alike = key === undefined ? undefined : rows.get(key);
      if (alike) alike.occurrences += 1;
      else put(auditRow(event), key);
    },
    take: (count: number): AuditRow[] => {
      const taken = [...rows].slice(0, count);
      for (const [key] of taken) rows.delete(key);
      return taken.map(([, row]) => row);
    },
    size: () => rows.size,
    /** The number of events dropped since the last call. */
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };

  function put(row: AuditRow, key = row.id): void {
    if (rows.size < maxWaiting) rows.set(key, row);
    else dropped += 1;
  }
}

const maxWaiting = 10_000;
const maxRefusalsPerMinute = 1_000;
