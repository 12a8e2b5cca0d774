import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import type { AuthDatabase } from '../database.ts';

/** What happened, without secrets and tokens. Acts by SQL have events of their own. */
export type AuditEvent = {
  event:
    | 'token.granted'
    | 'token.refused'
    | 'token.revoked'
    | 'revocation.refused'
    | 'export.begun'
    | 'copy.begun'
    | 'application.created'
    | 'application.revoked'
    | 'application.tokens_revoked'
    | 'secret.rotated'
    | 'user.activated'
    | 'user.deactivated'
    | 'user.linked'
    | 'user.unlinked'
    | 'key.rotated'
    | 'audit.pruned';
  /** `application` for one that asked for itself, `person:` and the user's id, or `operator:` and the name of who gave the command. */
  actor: string;
  clientId?: string | undefined;
  address?: string | undefined;
  requestId?: string;
  reason?: string;
  details?: Record<string, string>;
};

/** Of an event that an application's own request is. */
export function requestedBy(clientId: string, { clientAddress, requestId }: CallContext) {
  return { actor: 'application', clientId, address: clientAddress, requestId };
}

export type AuditRow = AuditEvent & { id: string; occurredAt: string };

export function auditRow(event: AuditEvent): AuditRow {
  return { ...event, id: randomUUID(), occurredAt: new Date().toISOString() };
}

/** Writes the rows, those that are there already excepted, and notes when the secrets of grants were last used. */
export async function writeAuditRows(
  database: AuthDatabase,
  within: Transaction | AbortSignal,
  rows: AuditRow[],
): Promise<void> {
  // Postgres has no NUL and no half of a surrogate pair in its text.
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
  await database.query(within, statement, [text]);
}

const maxLength = 200;

const statement = `
  with events as materialized (
    select * from jsonb_to_recordset($1::jsonb) as event (
      id uuid, "occurredAt" timestamptz, event text, actor text, "clientId" text, address text, "requestId" text,
      reason text, details jsonb
    )
  ), written as (
    insert into auth.audit_events
    select id, "occurredAt", event, actor, "clientId", address, "requestId", reason, coalesce(details, '{}')
    from events
    on conflict do nothing
  )
  update auth.client_secrets s set last_used_at = used.at
  from (
    select (details ->> 'secretId')::uuid as id, max("occurredAt") as at
    from events where event = 'token.granted' group by 1
  ) used
  where s.id = used.id and (s.last_used_at is null or s.last_used_at < used.at - interval '1 minute')`;
