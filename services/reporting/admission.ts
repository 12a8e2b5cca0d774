import { ApiError } from '../../proto/errors.ts';
import type { Access } from '../../runtime/access/access.ts';
import type { CallContext } from '../../runtime/rpc-server.ts';

/** A request whose company is that of the access token its call carried. */
export type Admitted<Request> = Request & { companyId: string };

export type Admission = <Request extends { companyId?: string }>(
  request: Request,
  call: CallContext,
) => Promise<Admitted<Request>>;

/**
 * Lets in who carries a token that holds by auth's word; the caller's counts for nothing.
 * @throws ApiError those of Access; `forbidden` for a request that names another company than the token's
 */
export function createAdmission(access: Access): Admission {
  return async (request, call) => {
    const companyId = await access(call.authorization, call);
    if (request.companyId !== undefined && request.companyId !== companyId) {
      throw new ApiError('forbidden', { message: 'The access token is not for this company.' });
    }
    return { ...request, companyId };
  };
}
