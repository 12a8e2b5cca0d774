import { z } from 'zod';
import { accessSettings } from '../runtime/access/settings.ts';
import { address, httpOrigin, port, processSettings, readEnvironment, wholeNumber } from '../runtime/environment.ts';
import { proxies } from '../runtime/proxies.ts';
import { tlsSettings } from '../runtime/tls.ts';
import { tracingSettings } from '../runtime/tracing/settings.ts';
import { extraTiers } from './limits/tiers.ts';

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

/** @throws ConfigError */
export function readGatewayConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      PORT: port().default(8080),
      HOST: z.string().optional(),
      MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(5_000),
      HSTS_MAX_AGE_SECONDS: wholeNumber(0, 1_000_000_000).optional(),
      MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).optional(),
      DRAIN_MS: wholeNumber(0, 600_000).default(4_000),
      ...accessSettings,
      REPORTING_ADDRESS: address(),
      REPORTING_DEADLINE_MS: wholeNumber(100, 600_000).default(10_000),
      EXPORT_DEADLINE_MS: wholeNumber(100, 86_400_000).default(600_000),
      EXPORT_STALL_MS: wholeNumber(100, 3_600_000).default(30_000),
      EXPORT_MIN_BYTES_PER_SECOND: wholeNumber(1, 1_000_000_000).default(10_000),
      PORTAL_URL: httpOrigin().optional(),
      PORTAL_DEADLINE_MS: wholeNumber(100, 60_000).default(5_000),
      REPORT_MAX_SPAN_DAYS: wholeNumber(1, 4_000_000).optional(),
      PUBLIC_BASE_URL: publicUrl().default('/'),
      PUBLIC_EXTERNAL_API_URL: publicUrl().optional(),
      TRUST_PROXY: proxies(),
      RATE_LIMIT_IP: wholeNumber(1, 1_000_000_000).default(200),
      RATE_LIMIT_TOKEN_IP: wholeNumber(1, 1_000_000_000).default(5),
      RATE_LIMIT_TOKEN_CLIENT: wholeNumber(1, 1_000_000_000).default(5),
      RATE_LIMIT_TIERS: extraTiers(),
      RATE_LIMIT_REPLICAS: wholeNumber(1, 10_000).default(1),
      ...tlsSettings,
      ...tracingSettings,
      ...processSettings,
    },
    environment,
  );
}

/** An address that clients use, without the slash at its end. */
function publicUrl() {
  return z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that begins with http:// or https://, without ? or #')
    .refine((url) => URL.canParse(url), 'must be an address')
    .transform((url) => url.replace(/\/+$/, ''));
}
