import { bearerToken } from '../../../access/bearer-token.ts';
import type { Verify } from '../../../access/verify-token.ts';
import { ApiError, validationError } from '../../../proto/errors.ts';
import type { RecordRequest__Output } from '../../../proto/generated/clientreporting/auth/RecordRequest.ts';
import type { RecordResponse__Output } from '../../../proto/generated/clientreporting/auth/RecordResponse.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import { userOfPerson } from '../clients/account.ts';
import type { AuthDatabase } from '../database.ts';
import type { Audit } from './audit.ts';
import { auditRow, requestedBy, writeAuditRows } from './audit-event.ts';

type Records = { database: AuthDatabase; audit: Audit; verify: Verify };

const events = { export: 'export.begun', copy: 'copy.begun', refusal: 'token.refused' } as const;

const detailNames = ['company', 'report', 'filter', 'fromDate', 'toDate', 'format', 'rows'];

/**
 * Writes a read at once: a read that isn't in the audit doesn't begin. A refusal waits as other events do. So that no caller writes what
 * another did, the call's token must be of the application, or of the person. @throws ApiError
 */
export async function record(
  { database, audit, verify }: Records,
  { kind, clientId, userId, details, reason }: RecordRequest__Output,
  call: CallContext,
): Promise<RecordResponse__Output> {
  if (!Object.hasOwn(events, kind)) throw validationError({ kind: { message: 'must be export, copy or refusal' } });
  const claims = await verify(bearerToken(call.authorization), call);
  const isPerson = 'externalId' in claims;
  const isOwn = isPerson
    ? clientId === '' && userId === (await userOfPerson(database, claims.externalId, call.signal)).id
    : clientId === claims.client_id;
  if (!isOwn) throw new ApiError('forbidden', { message: 'The token is of another application or person.' });
  const actor = isPerson ? { actor: `person:${userId}`, clientId: undefined } : {};
  const known = Object.fromEntries(Object.entries(details).filter(([name]) => detailNames.includes(name)));
  const event = {
    event: events[kind],
    ...requestedBy(clientId, call),
    ...actor,
    details: known,
    ...(reason !== '' && { reason }),
  };
  if (kind === 'refusal') audit.record(event);
  else await writeAuditRows(database, call.signal, [auditRow(event)]);
  return {};
}
