import { auditRow } from './audit-event.ts';
import type { AuditEvent, AuditRow } from './audit-event.ts';

/**
 * Bounded memory: equal refusals are one row, and beyond a thousand different ones a minute only their reason is kept. Of the
 * grants of one application to one address, those after the first in a minute are one row, which waits for the end of the minute.
 */
export function createAuditQueue(now: () => number = Date.now) {
  const rows = new Map<string, AuditRow>();
  let dropped = 0;
  let minute = 0;
  let refusals = 0;
  /** Of this minute. Undefined while there was one only. */
  let grants = new Map<string, AuditRow | undefined>();

  const put = (row: AuditRow, key = row.id): void => {
    if (rows.size < maxWaiting) rows.set(key, row);
    else dropped += row.occurrences;
  };
  const endMinute = () => {
    for (const row of grants.values()) if (row) put(row);
    grants = new Map();
    refusals = 0;
  };
  const passTime = () => {
    const current = Math.floor(now() / 60_000);
    if (current === minute) return;
    minute = current;
    endMinute();
  };

  const addGrant = (event: AuditEvent) => {
    const { tokenId: _, ...details } = event.details ?? {};
    const key = JSON.stringify([event.clientId, event.address, details]);
    const alike = grants.get(key);
    if (alike) {
      alike.occurrences += 1;
    } else if (grants.has(key)) {
      grants.set(key, auditRow({ ...event, details }));
    } else {
      if (grants.size < maxWaiting) grants.set(key, undefined);
      put(auditRow(event));
    }
  };
  const addRefusal = (event: AuditEvent) => {
    const { key, row } = condensed(event);
    const alike = rows.get(key);
    if (alike) alike.occurrences += 1;
    else put(auditRow(row), key);
  };
  const condensed = (event: AuditEvent) => {
    const key = JSON.stringify([event.reason, event.clientId, event.address]);
    if (rows.has(key)) return { key, row: event };
    refusals += 1;
    if (refusals <= maxRefusalsPerMinute) return { key, row: event };
    const { clientId: _, address: __, requestId: ___, ...rest } = event;
    return { key: JSON.stringify([event.reason]), row: rest };
  };
  return {
    add: (event: AuditEvent) => {
      passTime();
      if (event.event === 'token.granted') addGrant(event);
      else if (event.event === 'token.refused') addRefusal(event);
      else put(auditRow(event));
    },
    take: (count: number): AuditRow[] => {
      const taken = [...rows].slice(0, count);
      for (const [key] of taken) rows.delete(key);
      return taken.map(([, row]) => row);
    },
    /** How many rows can be taken. */
    size: () => {
      passTime();
      return rows.size;
    },
    /** Has no row wait for the end of the minute any longer. */
    endMinute,
    /** The number of events dropped since the last call. */
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}

const maxWaiting = 10_000;
const maxRefusalsPerMinute = 1_000;
