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

const payments = {
  ids: ['p2', 'p1'],
  statistics: {
    contractsCount: 1,
    scheduledPaymentsCount: 2,
    paidScheduledPaymentsCount: 2,
    totalScheduledPaymentsPaidAmount: 10.75,
  },
};
const timesheets = {
  ids: ['c2'],
  statistics: {
    billableMinutes: 120,
    billedMinutes: 120,
    manualMinutes: 0,
    overtimeMinutes: 0,
    trackedMinutes: 120,
    activity: 50,
    billableAmount: 60,
  },
};

export type Target = { url: string; token: string; clientSecret?: string };
export type Kind = 'payments' | 'timesheets' | 'token';

/** Sends requests of every kind, one of each at a time, and holds each answer against what is allowed. */
export function sendRequests(target: Target) {
  const last: Record<string, { status: number; sentAt: number }> = {};
  let stopped = false;
  let failed = false;
  const loops = kinds.map(async (kind) => {
    while (!stopped) {
      const sentAt = performance.now();
      const response = await sendRequest(target, kind);
      expectRightOr503(response);
      last[kind] = { status: response.status, sentAt };
    }
  });
  const running = Promise.all(loops);
  running.catch(() => (failed = true));
  const statuses = (since: number, kinds: Kind[]) =>
    kinds.map((kind) => last[kind]).flatMap((answer) => (answer && answer.sentAt > since ? [answer.status] : []));
  /** Waits until a request of each of these kinds, sent from now on, is answered so; when the last of them was sent. */
  const all = async (status: number, of: Kind[] = kinds) => {
    const since = performance.now();
    await until(`${status} for ${of.join(', ')}`, () => {
      return failed || statuses(since, of).filter((given) => given === status).length === of.length;
    });
    return Math.max(...of.map((kind) => last[kind]?.sentAt ?? 0));
  };
  return {
    /** Waits for an answer of this status to a request sent from now on. */
    some: async (status: number) => {
      const since = performance.now();
      await until(`a ${status}`, () => failed || statuses(since, kinds).includes(status));
    },
    all,
    /** Waits until all is right again: by requests sent within 5 seconds from now. */
    recover: async () => {
      const since = performance.now();
      expect((await all(200)) - since).toBeLessThan(5_000);
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

/**
 * Sends requests of every kind, one after another, in four loops a target, each on a connection that it keeps. Keeps what isn't answered by a
 * right 200.
 */
export function collectFailures(...targets: Target[]) {
  const failures: { kind: Kind; url: string; sentAt: number; status?: number; error?: string }[] = [];
  let count = 0;
  let stopped = false;
  const loops = targets.flatMap((target) =>
    Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!stopped) {
        for (const kind of kinds) {
          const sentAt = Date.now();
          const failed = (failure: object) => failures.push({ kind, url: target.url, sentAt, ...failure });
          await sendRequest(target, kind, agent)
            .then((response) => {
              expectRightOr503(response);
              if (response.status !== 200) failed({ status: response.status });
            })
            .catch((error: unknown) => failed({ error: String(error) }));
          count += 1;
        }
      }
      agent.destroy();
    }),
  );
  return {
    failures,
    /** Waits for so many answers to come. */
    more: async (answers: number) => {
      const enough = count + answers;
      await until(`${answers} more answers`, () => count >= enough, 60_000);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

const kinds: Kind[] = ['payments', 'timesheets', 'token'];

export async function sendRequest(target: Target, kind: Kind, agent = new Agent()): Promise<request.Response> {
  if (kind === 'payments') return report(target, paymentsPath, agent);
  if (kind === 'timesheets') return report(target, timesheetsPath, agent);
  return request(target.url)
    .post('/auth/token')
    .agent(agent)
    .send({ clientId: 'acme-client', clientSecret: target.clientSecret ?? secret })
    .timeout(longestMs);
}

/** Longer than the deadlines of a request to auth and to reporting. */
const longestMs = 10_000;

let requestCount = 0;

/** Another range each time, so that no answer is cached. */
async function report({ url, token }: Target, reportPath: string, agent: Agent): Promise<request.Response> {
  const toDate = new Date(Date.UTC(2030, 0, (requestCount += 1))).toISOString().slice(0, 10);
  return request(url)
    .get(reportPath)
    .agent(agent)
    .query({ fromDate: '2000-01-01', toDate })
    .set('Authorization', `Bearer ${token}`)
    .timeout(longestMs);
}

export function expectRightOr503({ status, headers, body }: request.Response): void {
  if (status === 200) {
    expect([payments, timesheets, { tokenType: 'Bearer' }]).toContainEqual(rightPart(body as object));
    return;
  }
  expect({ status, body: body as unknown, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    body: {
      error: 'service_unavailable',
      message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
    },
    retryAfter: '5',
  });
}

/** Of a report, the ids of its rows and the totals; of a token its type. */
function rightPart(body: object): object {
  if (!('results' in body)) return { tokenType: (body as { tokenType?: string }).tokenType };
  const { results, statistics } = body as {
    results: { _id?: string; contract: { _id: string } }[];
    statistics: object;
  };
  return { ids: results.map(({ _id, contract }) => _id ?? contract._id), statistics };
}
