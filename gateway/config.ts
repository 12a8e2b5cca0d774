import * as z from 'zod';
import { accessSettings } from '../access/settings.ts';
import {
  address,
  drainMs,
  httpOrigin,
  httpSettings,
  processSettings,
  readEnvironment,
  wholeNumber,
} from '../runtime/environment.ts';
import { proxies } from '../runtime/proxies.ts';
import { redisUrl } from '../runtime/redis.ts';
import { times } from '../runtime/times.ts';
import { tlsSettings } from '../runtime/grpc/tls.ts';
import { tracingSettings } from '../runtime/tracing/settings.ts';
import { extraTiers } from './limits/tiers.ts';

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

export function readGatewayConfig(environment: NodeJS.ProcessEnv) {
  return { ...readEnvironment(gatewaySettings(environment), environment), times };
}

export const gatewaySettings = (environment: NodeJS.ProcessEnv) => ({
  ...httpSettings,
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .default(5_000)
    .describe(
      'maximum connections of clients. A network (an IPv4 address or an IPv6 /48) that is not in `TRUST_PROXY` has a quarter, others are closed at once. Where all are taken, the longest idle one of the network that has most idle ones is closed',
    ),
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 1_000_000)
    .default(64)
    .describe(
      'requests of reports at once, each up to its answer; others are refused with 503. Each takes up to 2 MB of memory. A network has a quarter. Exports count until their first bytes',
    ),
  HSTS_MAX_AGE_SECONDS: wholeNumber(0, 1_000_000_000)
    .optional()
    .describe(
      '`max-age` of `Strict-Transport-Security` on every response; no such header if unset. Set it where clients use TLS only',
    ),
  DRAIN_MS: drainMs().default(4_000),
  ...accessSettings,
  REPORTING_ADDRESS: address().describe('gRPC address of reporting; calls go to each server that the DNS names'),
  PORTAL_URL: httpOrigin().optional().describe('where the portal runs; there is no `/portal` if unset'),
  REPORT_MAX_SPAN_DAYS: wholeNumber(1, 4_000_000)
    .optional()
    .describe('longest date range of a report; not limited if unset'),
  PUBLIC_BASE_URL: publicBaseUrl(environment),
  PUBLIC_EXTERNAL_API_URL: publicUrl()
    .optional()
    .describe('own address for `POST /auth/token` and `GET /health`, where it differs from `PUBLIC_BASE_URL`'),
  TRUST_PROXY: proxies().describe('proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted'),
  RATE_LIMIT_IP: wholeNumber(1, 1_000_000_000)
    .default(200)
    .describe(
      'requests a minute from an address. The pages and files of the portal have a limit of their own, ten times this',
    ),
  RATE_LIMIT_TOKEN_IP: wholeNumber(1, 1_000_000_000)
    .default(5)
    .describe('requests a minute from an address on `POST /auth/token` and `POST /auth/revoke`'),
  RATE_LIMIT_TOKEN_CLIENT: wholeNumber(1, 1_000_000_000)
    .default(5)
    .describe('requests a minute for a client id on `POST /auth/token` and `POST /auth/revoke`'),
  RATE_LIMIT_TIERS: extraTiers().describe(
    'more limits: `[{"name":"reports","key":"ip","limit":50,"windowSeconds":60,"routes":["GET /api/v1/external/reports/client/timesheets/list"]}]`; `key` is `ip`, `clientId` on the routes of tokens, or `account` on the others: one application, or one person',
  ),
  REDIS_URL: redisUrl()
    .optional()
    .describe('Redis 6 or later, or Valkey; `rediss` for TLS. All gateways then count rate limits together'),
  RATE_LIMIT_REPLICAS: wholeNumber(1, 10_000)
    .default(1)
    .describe('number of gateways that share the limits while Redis is unavailable'),
  ...tlsSettings,
  ...tracingSettings,
  ...processSettings,
});

function publicBaseUrl({ NODE_ENV }: NodeJS.ProcessEnv) {
  const url = z
    .string()
    .meta({ values: '`/`, http(s)://HOST[:PORT]' })
    .regex(
      /^(\/|https?:\/\/[^\s?#/@]+\/*)$/,
      'must be / or http(s)://HOST[:PORT], without a path: the portal and the documents of sign-in need a host name of their own',
    )
    .refine((url) => url === '/' || URL.canParse(url), 'must be an address')
    .transform((url) => url.replace(/(?<=.)\/+$/, ''));
  return (NODE_ENV === 'production' ? url : url.default('/')).describe(
    'own address as clients know it, for `Link`, `/.well-known/oauth-authorization-server` and the OpenAPI document; the requested one if it is `/`; required where `NODE_ENV` is `production`',
  );
}

function publicUrl() {
  return z
    .string()
    .meta({ values: 'http or https URL' })
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that begins with http:// or https://, without ? or #')
    .refine((url) => URL.canParse(url), 'must be an address')
    .transform((url) => url.replace(/\/+$/, ''));
}
