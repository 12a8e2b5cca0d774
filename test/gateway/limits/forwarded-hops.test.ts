import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { startGateway } from '../../support/programs/gateway.ts';
import type { Gateway } from '../../support/programs/gateway.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8,2001:db8::/32' });
});
afterAll(() => gateway.stop());

let network = 0;

it.each([
  '10.0.0.5',
  '10.0.0.5:44321',
  '"10.0.0.5:44321"',
  '10.0.0.5:_hidden',
  '[2001:db8::5]',
  '[2001:db8::5]:443',
  '"[2001:db8::5]:443"',
  '[::ffff:10.0.0.5]:443',
])('a trusted proxy that is forwarded as %s is not taken for the client', async (hop) => {
  const limits = [];
  network += 1;
  for (const client of [`192.0.${network}.1:5000`, `192.0.${network}.2:5000`, `192.0.${network}.1:5001`]) {
    const forwarded = `${client}, ${hop}`;
    const { headers } = await request(gateway.url).get('/nowhere').set('X-Forwarded-For', forwarded);
    limits.push(Number(headers['ratelimit-remaining']));
  }
  const [first = 0, other, second] = limits;
  expect([other, second]).toEqual([first, first - 1]);
});
