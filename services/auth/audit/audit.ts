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

/** Writes the event, and when the secret of a grant was last used. @throws ApiError `service_unavailable` */
export async function writeAudit(
  database: AuthDatabase,
  within: Transaction | AbortSignal,
  event: AuditEvent,
): Promise<void> {
  // Postgres has no NUL and no half of a surrogate pair in its text.
  const text = JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'string' ? value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
  await database.query(within, statement, [text]);
}

const maxLength = 200;

const statement = `
  with given as (
    select * from jsonb_to_record($1::jsonb) as given (
      event text, actor text, "clientId" text, address text, "requestId" text, reason text, details jsonb
    )
  ), written as (
    insert into auth.audit_events (event, actor, client_id, address, request_id, reason, details)
    select event, actor, "clientId", address, "requestId", reason, coalesce(details, '{}') from given
  )
  update auth.client_secrets s set last_used_at = now()
  from given
  where given.event = 'token.granted' and s.id = (given.details ->> 'secretId')::uuid
    and (s.last_used_at is null or s.last_used_at < now() - interval '1 minute')`;
