import { bearerToken } from '../../../access/bearer-token.ts';
import type { SigningKeys } from '../../../access/signing-keys.ts';
import { verifyOwn } from '../../../access/verify-token.ts';
import { ApiError, validationError } from '../../../proto/errors.ts';
import type { RecordRequest__Output } from '../../../proto/generated/clientreporting/auth/RecordRequest.ts';
import type { RecordResponse__Output } from '../../../proto/generated/clientreporting/auth/RecordResponse.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import type { AuthConfig } from '../config.ts';
import type { AuthDatabase } from '../database.ts';
import type { Audit } from './audit.ts';
import { auditRow, requestedBy, writeAuditRows } from './audit-event.ts';

type Records = { database: AuthDatabase; audit: Audit; publicKeys: SigningKeys; config: AuthConfig };

const events = { export: 'export.begun', copy: 'copy.begun', refusal: 'token.refused' } as const;

/** Writes a read at once: a read that isn't in the audit doesn't begin. A refusal waits as other events do. @throws ApiError */
export async function record(
  { database, audit, publicKeys, config }: Records,
  { kind, clientId, userId, details, reason }: RecordRequest__Output,
  call: CallContext,
): Promise<RecordResponse__Output> {
  if (!Object.hasOwn(events, kind)) throw validationError({ kind: { message: 'must be export, copy or refusal' } });
  const by = requestedBy(clientId, call);
  // Auth can't verify the token of a person, which another issuer signed.
  if (clientId !== '') {
    const { client_id } = await verifyOwn(bearerToken(call.authorization), publicKeys, config, call);
    // So that no caller writes what an application did that did not call it.
    if (client_id !== clientId) throw new ApiError('forbidden', { message: 'The token is of another application.' });
  }
  const actor = clientId === '' ? { actor: `person:${userId}`, clientId: undefined } : {};
  const event = { event: events[kind], ...by, ...actor, details, ...(reason !== '' && { reason }) };
  if (kind === 'refusal') audit.record(event);
  else await writeAuditRows(database, call.signal, [auditRow(event)]);
  return {};
}
