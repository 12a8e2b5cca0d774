import { z } from 'zod';
import { paths } from '../paths.ts';
import type { Tier } from './limiter.ts';

export type TierSettings = {
  RATE_LIMIT_IP: number;
  RATE_LIMIT_TOKEN_IP: number;
  RATE_LIMIT_TOKEN_CLIENT: number;
  RATE_LIMIT_TIERS: Tier[];
};

/** The tiers in the order in which they are charged. An operator's own come last. */
export function rateLimitTiers(settings: TierSettings): Tier[] {
  return [
    { name: 'ip', key: 'ip', limit: settings.RATE_LIMIT_IP, windowSeconds },
    { name: 'token-ip', key: 'ip', limit: settings.RATE_LIMIT_TOKEN_IP, windowSeconds, routes: tokenTier },
    {
      name: 'token-client',
      key: 'clientId',
      limit: settings.RATE_LIMIT_TOKEN_CLIENT,
      windowSeconds,
      routes: tokenTier,
    },
    ...settings.RATE_LIMIT_TIERS,
  ];
}

const windowSeconds = 60;
const tokenTier = [`POST ${paths.token}`, `POST ${paths.revoke}`];
const ownNames = ['ip', 'token-ip', 'token-client'];
const tokenRoutes = [`POST ${paths.token}`, `POST ${paths.oauthToken}`, `POST ${paths.revoke}`] as const;
const reportRoutes = [`GET ${paths.scheduledPayments}`, `GET ${paths.timesheets}`] as const;

/** An operator's own tiers, as JSON. */
export function extraTiers() {
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
      z
        .array(tier, { error: 'must be a JSON array of tiers' })
        .refine(haveDistinctNames, `the names of tiers must differ, and be none of ${ownNames.join(', ')}`),
    );
}

function haveDistinctNames(tiers: { name: string }[]): boolean {
  const names = [...ownNames, ...tiers.map(({ name }) => name)];
  return new Set(names).size === names.length;
}
