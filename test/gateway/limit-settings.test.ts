import { expect, it } from '@jest/globals';
import { readGatewayConfig } from '../../gateway/config.ts';

const services = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1' };
const tier = { name: 'reports', key: 'ip', limit: 1, routes: ['POST /auth/token'] };

it.each([
  ['of its own twice', [tier, { ...tier, limit: 2 }]],
  ['of the built-in tiers', [{ ...tier, name: 'token-ip' }]],
])('refuses a name %s, since tiers are counted by name', (_, tiers) => {
  expect(() => readGatewayConfig({ ...services, RATE_LIMIT_TIERS: JSON.stringify(tiers) })).toThrow(
    'RATE_LIMIT_TIERS: the names of tiers must differ, and be none of ip, token-ip, token-client',
  );
});
