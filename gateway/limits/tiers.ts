import * as z from 'zod';
import { reports } from '../../proto/reports.ts';
import { jsonArray } from '../../runtime/environment.ts';
import { paths, reportPath } from '../paths.ts';

export type Tier = {
  name: string;
  /**
   * What is counted: the requests of one address, of one address to the portal, with one client id in their body, or
   * with tokens of one application or one person.
   */
  key: 'ip' | 'portal' | 'clientId' | 'account';
  limit: number;
  windowSeconds: number;
  /** "METHOD /path" of the requests that it counts; all of them when absent. */
  routes?: string[] | undefined;
};

type TierSettings = {
  RATE_LIMIT_IP: number;
  RATE_LIMIT_TOKEN_IP: number;
  RATE_LIMIT_TOKEN_CLIENT: number;
  RATE_LIMIT_TIERS: Tier[];
};

const windowSeconds = 60;
const tokenRoutes = [`POST ${paths.token}`, `POST ${paths.revoke}`];
const clientIdRoutes = [...tokenRoutes, `POST ${paths.oauthToken}`];
const tierRoutes = [
  ...clientIdRoutes,
  ...Object.keys(reports).flatMap((name) =>
    (['list', 'summary', 'changes'] as const).map((part) => `GET ${reportPath(name, part)}`),
  ),
  ...[paths.teams, paths.contractors, paths.company].map((path) => `GET ${path}`),
  `POST ${paths.mcp}`,
];

/** The tiers in the order in which they are charged. An operator's own come last. */
export function rateLimitTiers(settings: TierSettings): Tier[] {
  const { RATE_LIMIT_IP, RATE_LIMIT_TOKEN_IP, RATE_LIMIT_TOKEN_CLIENT } = settings;
  return [
    { name: 'ip', key: 'ip', limit: RATE_LIMIT_IP, windowSeconds },
    { name: 'portal', key: 'portal', limit: 10 * RATE_LIMIT_IP, windowSeconds },
    { name: 'token-ip', key: 'ip', limit: RATE_LIMIT_TOKEN_IP, windowSeconds, routes: tokenRoutes },
    { name: 'token-client', key: 'clientId', limit: RATE_LIMIT_TOKEN_CLIENT, windowSeconds, routes: tokenRoutes },
    ...settings.RATE_LIMIT_TIERS,
  ];
}

export function extraTiers() {
  const tier = z
    .strictObject({
      name: z.string().min(1),
      key: z.enum(['ip', 'clientId', 'account']),
      limit: z.int().min(1),
      windowSeconds: z.int().min(1).max(86_400).default(windowSeconds),
      routes: z.array(z.enum(tierRoutes, { error: `a route is one of ${tierRoutes.join(', ')}` })).min(1),
    })
    .refine(
      ({ key, routes }) =>
        key === 'ip' || routes.every((route) => clientIdRoutes.includes(route) === (key === 'clientId')),
      { error: 'the routes of tokens have a clientId, the others an account' },
    );
  const ownNames = ['ip', 'portal', 'token-ip', 'token-client'];
  const haveDistinctNames = (tiers: { name: string }[]) =>
    new Set([...ownNames, ...tiers.map(({ name }) => name)]).size === ownNames.length + tiers.length;
  return jsonArray(
    z.array(tier).refine(haveDistinctNames, `the names of tiers must differ, and be none of ${ownNames.join(', ')}`),
    'tiers',
  );
}
