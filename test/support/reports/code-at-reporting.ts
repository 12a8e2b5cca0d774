import { reportingService } from '../../../proto/load.ts';
import { connectRpc } from '../../../runtime/grpc/rpc-client.ts';

/** Reporting itself looks at what it is sent, whoever calls it: the code of its refusal of this header, or `ok`. */
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
