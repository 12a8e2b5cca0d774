import * as z from 'zod';
import type { AuthDefinition } from '../proto/generated/clientreporting/auth/Auth.ts';
import { address } from '../runtime/environment.ts';
import type { RpcClient } from '../runtime/grpc/rpc-client.ts';
import { trustedIssuers } from '../runtime/trusted-issuers.ts';

/** The claim `aud` of tokens that auth issues. */
export const tokenAudience = 'client-reporting-api';

/** The settings of all programs that check tokens. */
export const tokenSettings = {
  TRUSTED_ISSUERS: trustedIssuers(),
  TOKEN_ISSUER: z
    .string()
    .refine((issuer) => issuer.trim() === issuer, 'must not begin or end with a blank or a line end')
    .default('client-reporting-api')
    .describe(
      'claim `iss` of tokens; the same in all programs. `PUBLIC_BASE_URL` makes it the `issuer` of the metadata; a change ends all tokens',
    ),
};

export const accessSettings = {
  AUTH_ADDRESS: address().describe('gRPC address of auth; calls go to each server that the DNS names'),
  ...tokenSettings,
};

export type AccessConfig = Readonly<z.infer<z.ZodObject<typeof accessSettings>>>;

export type AuthClient = RpcClient<AuthDefinition>;
