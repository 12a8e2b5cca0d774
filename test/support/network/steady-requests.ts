import { Agent } from 'node:http';
import { expect } from '@jest/globals';
import request from 'supertest';
import { until } from '../until.ts';
import {
  company,
  contract,
  day,
  payment,
  paymentsPath,
  person,
  secret,
  timesheetsPath,
  together,
} from '../fixtures.ts';

/** What a company has whose reports are requested. */
export const acme = together(company('acme'), {
  people: [person('ana', 'Ana', 'A')],
  contracts: [contract('c1'), contract('c2', { type: 'hourly', rate: 30 })],
  scheduled_payments: [
    payment('p1', { contract_id: 'c1', amount: 10.5, paid_amount: 10.5, scheduled_payment_on: '2024-05-05' }),
    payment('p2', { contract_id: 'c1', amount: 0.25, paid_amount: 0.25, scheduled_payment_on: '2024-05-06' }),
  ],
  timesheet_days: [day('c2', '2024-05-07'), day('c2', '2024-05-08')],
});

/** What a right answer has. */
const right = {
  payments: {
    results: [{ _id: 'p2' }, { _id: 'p1' }],
    statistics: {
      contractsCount: 1,
      scheduledPaymentsCount: 2,
      paidScheduledPaymentsCount: 2,
      totalScheduledPaymentsPaidAmount: 10.75,
    },
  },
  timesheets: {
    results: [{ contract: { _id: 'c2' } }],
    statistics: {
      billableMinutes: 120,
      billedMinutes: 120,
      manualMinutes: 0,
      overtimeMinutes: 0,
      trackedMinutes: 120,
      activity: 50,
      billableAmount: 60,
    },
  },
  token: { tokenType: 'Bearer' },
};

export type Target = { url: string; token: string; clientSecret?: string };
export type Kind = keyof typeof right;
export const kinds = Object.keys(right) as Kind[];

/**
 * Sends requests of every kind to each target, one of each kind at a time, on a connection that it keeps. `failures` has what isn't a
 * right 200: 503, or what is wrong.
 */
export function sendRequests(...targets: Target[]) {
  const failures: { kind: Kind; url: string; sentAt: number; status: number | string }[] = [];
  const last: Partial<Record<Kind, { status: number | string; sentAt: number }>> = {};
  let count = 0;
  let stopped = false;
  const loops = targets.flatMap((target) =>
    kinds.map(async (kind) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!stopped) {
        const sentAt = Date.now();
        const status = await statusOf(target, kind, agent).catch(String);
        if (status !== 200) failures.push({ kind, url: target.url, sentAt, status });
        last[kind] = { status, sentAt };
        count += 1;
      }
      agent.destroy();
    }),
  );
  const isAnswered = (kind: Kind, status: number, since: number) =>
    last[kind]?.status === status && last[kind].sentAt > since;
  /** Waits until a request of each of these kinds, sent from now on, is answered so; when the last of them was sent. */
  const all = async (status: number, of = kinds) => {
    const since = Date.now();
    await until(`${status} for ${of.join(', ')}`, () => of.every((kind) => isAnswered(kind, status, since)));
    return Math.max(...of.map((kind) => last[kind]?.sentAt ?? 0));
  };
  return {
    failures,
    all,
    /** Waits for an answer of this status to a request sent from now on. */
    some: async (status: number) => {
      const since = Date.now();
      await until(`a ${status}`, () => kinds.some((kind) => isAnswered(kind, status, since)));
    },
    /** Waits until all is right again: by requests sent within 5 seconds from now. */
    recover: async () => {
      const since = Date.now();
      expect((await all(200)) - since).toBeLessThan(5_000);
    },
    /** Waits for so many answers to come. */
    more: async (answers: number) => {
      const enough = count + answers;
      await until(`${answers} more answers`, () => count >= enough);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

let requestCount = 0;

/**
 * The status of an answer, which must be right or a 503. Each report is of another range, so that no answer is cached. The limit is longer
 * than the deadlines of a request to auth and to reporting.
 */
async function statusOf({ url, token, clientSecret = secret }: Target, kind: Kind, agent: Agent) {
  const toDate = new Date(Date.UTC(2030, 0, (requestCount += 1))).toISOString().slice(0, 10);
  const sent =
    kind === 'token'
      ? request(url).post('/auth/token').send({ clientId: 'acme-client', clientSecret })
      : request(url)
          .get(kind === 'payments' ? paymentsPath : timesheetsPath)
          .query({ fromDate: '2000-01-01', toDate })
          .set('Authorization', `Bearer ${token}`);
  const answer: { status: number; headers: object; body: unknown } = await sent.agent(agent).timeout(10_000);
  if (answer.status === 200) expect(answer.body).toMatchObject(right[kind]);
  else
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: {
        error: 'service_unavailable',
        message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
      },
    });
  return answer.status;
}
