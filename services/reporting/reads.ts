import { hash } from 'node:crypto';
import type { Account } from '../../access/access.ts';
import type { AuthClient } from '../../access/settings.ts';
import type { CallContext } from '../../runtime/grpc/rpc-server.ts';
import type { Query } from './answers/report.ts';

/** What is read, by the names that log and audit have. A filter may be 14 kB: its hash tells whether two are the same. */
export function readName({ report, filter }: Query): { report: string; filter: string } {
  return { report: report.name, filter: hash('sha256', filter).slice(0, 16) };
}

/** Writes to the audit that an export or a copy begins; it may not begin before that. @throws ApiError */
export function createReadRecord(auth: AuthClient) {
  return async (
    kind: 'export' | 'copy',
    { clientId, userId, companyId }: Account,
    read: Record<string, string>,
    { requestId, clientAddress, authorization }: CallContext,
  ): Promise<void> => {
    const details = { company: companyId, ...read };
    await auth.RecordRead({ kind, clientId, userId, details }, { requestId, clientAddress, authorization });
  };
}
