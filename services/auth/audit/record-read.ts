import { bearerToken } from '../../../access/bearer-token.ts';
import type { SigningKeys } from '../../../access/signing-keys.ts';
import { verifyOwn } from '../../../access/verify-token.ts';
import { ApiError, validationError } from '../../../proto/errors.ts';
import type { RecordReadRequest__Output } from '../../../proto/generated/clientreporting/auth/RecordReadRequest.ts';
import type { RecordReadResponse__Output } from '../../../proto/generated/clientreporting/auth/RecordReadResponse.ts';
import type { RecordRefusalRequest__Output } from '../../../proto/generated/clientreporting/auth/RecordRefusalRequest.ts';
import type { RecordRefusalResponse__Output } from '../../../proto/generated/clientreporting/auth/RecordRefusalResponse.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import type { AuthConfig } from '../config.ts';
import type { AuthDatabase } from '../database.ts';
import type { Audit } from './audit.ts';
import { auditRow, requestedBy, writeAuditRows } from './audit-event.ts';

type Records = { database: AuthDatabase; audit: Audit; publicKeys: SigningKeys; config: AuthConfig };

const events = { export: 'export.begun', copy: 'copy.begun' } as const;

/** Writes at once, unlike other events: a read that isn't in the audit doesn't begin. @throws ApiError */
export async function recordRead(
  records: Records,
  { kind, clientId, userId, details }: RecordReadRequest__Output,
  call: CallContext,
): Promise<RecordReadResponse__Output> {
  if (!Object.hasOwn(events, kind)) throw validationError({ kind: { message: 'must be export or copy' } });
  const by = requestedBy(clientId, call);
  // Auth can't verify the token of a person, which another issuer signed.
  if (clientId !== '') await requireTokenOf(clientId, records, call);
  const reader = clientId === '' ? { ...by, actor: `person:${userId}`, clientId: undefined } : by;
  const row = auditRow({ event: events[kind], ...reader, details });
  await writeAuditRows(records.database, call.signal, [row]);
  return {};
}

/** Has the audit record that a token was refused where it was used. @throws ApiError */
export async function recordRefusal(
  records: Records,
  { clientId, reason }: RecordRefusalRequest__Output,
  call: CallContext,
): Promise<RecordRefusalResponse__Output> {
  await requireTokenOf(clientId, records, call);
  records.audit.record({ event: 'token.refused', ...requestedBy(clientId, call), reason });
  return {};
}

/** So that no caller writes what an application did that did not call it. */
async function requireTokenOf(clientId: string, { publicKeys, config }: Records, call: CallContext): Promise<void> {
  const { client_id } = await verifyOwn(bearerToken(call.authorization), publicKeys, config, call);
  if (client_id !== clientId) throw new ApiError('forbidden', { message: 'The token is of another application.' });
}
