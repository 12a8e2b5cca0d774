import { reportingService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';

/** The error code with which reporting, called without the gateway, refuses this Authorization header; `ok` where it takes it. */
export async function codeAtReporting(
  { reportingAddress: address }: { reportingAddress: string },
  authorization: string | undefined,
): Promise<string> {
  const reporting = connectRpc(reportingService, { address, deadlineMs: 10_000 });
  return reporting
    .GetCompany({}, { requestId: 'test', authorization })
    .then(
      () => 'ok',
      (error: unknown) => (error as { code: string }).code,
    )
    .finally(reporting.close);
}
