import type { RecordReadRequest__Output } from '../../../proto/generated/clientreporting/auth/RecordReadRequest.ts';
import type { RecordReadResponse__Output } from '../../../proto/generated/clientreporting/auth/RecordReadResponse.ts';
import type { CallContext } from '../../../runtime/grpc/rpc-server.ts';
import type { AuthDatabase } from '../database.ts';
import { auditRow, requestedBy, writeAuditRows } from './audit-event.ts';

/** At once, not as other events: what isn't in the audit isn't read. */
export async function recordRead(
  database: AuthDatabase,
  { kind, clientId, userId, details }: RecordReadRequest__Output,
  call: CallContext,
): Promise<RecordReadResponse__Output> {
  const by = requestedBy(clientId, call);
  const reader = clientId === '' ? { ...by, actor: `person:${userId}`, clientId: undefined } : by;
  const row = auditRow({ event: `${kind}.begun`, ...reader, details });
  await database.transaction(call.signal, (transaction) => writeAuditRows(database, transaction, [row]));
  return {};
}
