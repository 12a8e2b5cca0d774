import { z } from 'zod';
import { accessSettings } from '../runtime/access/settings.ts';
import { address, port, processSettings, proxies, readEnvironment, wholeNumber } from '../runtime/environment.ts';
import { paths } from './paths.ts';
import type { Tier } from './pipeline/rate-limiter.ts';

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

/** @throws ConfigError */
export function readGatewayConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(
    {
      PORT: port().default(8080),
      HOST: z.string().optional(),
      ...accessSettings,
      REPORTING_ADDRESS: address(),
      REPORTING_DEADLINE_MS: wholeNumber(100, 600_000).default(10_000),
      EXPORT_DEADLINE_MS: wholeNumber(100, 86_400_000).default(600_000),
      EXPORT_STALL_MS: wholeNumber(100, 3_600_000).default(30_000),
      REPORT_MAX_SPAN_DAYS: wholeNumber(1, 4_000_000).optional(),
      TRUST_PROXY: proxies(),
      RATE_LIMIT_IP: wholeNumber(1, 1_000_000_000).default(200),
      RATE_LIMIT_TOKEN_IP: wholeNumber(1, 1_000_000_000).default(5),
      RATE_LIMIT_TOKEN_CLIENT: wholeNumber(1, 1_000_000_000).default(5),
      RATE_LIMIT_TIERS: extraTiers(),
      ...processSettings,
    },
    environment,
  );
}

/** The tiers in the order in which they are charged. An operator's own come last. */
export function rateLimitTiers(config: GatewayConfig): Tier[] {
  const windowSeconds = 60;
  const token = [`POST ${paths.token}`];
  return [
    { name: 'ip', key: 'ip', limit: config.RATE_LIMIT_IP, windowSeconds },
    { name: 'token-ip', key: 'ip', limit: config.RATE_LIMIT_TOKEN_IP, windowSeconds, routes: token },
    { name: 'token-client', key: 'clientId', limit: config.RATE_LIMIT_TOKEN_CLIENT, windowSeconds, routes: token },
    ...config.RATE_LIMIT_TIERS,
  ];
}

const tokenRoutes = [`POST ${paths.token}`, `POST ${paths.oauthToken}`] as const;
const reportRoutes = [`GET ${paths.scheduledPayments}`, `GET ${paths.timesheets}`] as const;

function extraTiers() {
  const tier = z
    .strictObject({
      name: z.string().min(1),
      key: z.enum(['ip', 'clientId']),
      limit: z.int().min(1),
      windowSeconds: z.int().min(1).max(86_400).default(60),
      routes: z
        .array(
          z.enum([...tokenRoutes, ...reportRoutes], {
            error: `a route is one of ${[...tokenRoutes, ...reportRoutes].join(', ')}`,
          }),
        )
        .min(1),
    })
    .refine(
      ({ key, routes }) => key === 'ip' || routes.every((route) => tokenRoutes.some((known) => known === route)),
      {
        error: 'only the routes of tokens have a clientId',
      },
    );
  return z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be a JSON array of tiers');
        return z.NEVER;
      }
    })
    .pipe(
      z.array(tier, {
        error: 'must be a JSON array of tiers',
      }),
    );
}
