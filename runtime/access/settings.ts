import { z } from 'zod';
import type { AuthDefinition } from '../../proto/generated/clientreporting/auth/Auth.ts';
import { address, wholeNumber } from '../environment.ts';
import { redisUrl } from '../redis.ts';
import type { RpcClient } from '../rpc-client.ts';

/** What every program that lets callers in is told of auth, its tokens, and where it tells of changes. */
export const accessSettings = {
  AUTH_ADDRESS: address(),
  AUTH_DEADLINE_MS: wholeNumber(100, 4_000).default(2_000),
  TOKEN_ISSUER: z.string().default('client-reporting-api'),
  TOKEN_AUDIENCE: z.string().default('client-reporting-api'),
  REDIS_URL: redisUrl().optional(),
};

export type AccessConfig = Readonly<z.infer<z.ZodObject<typeof accessSettings>>>;

export type AuthClient = RpcClient<AuthDefinition>;
