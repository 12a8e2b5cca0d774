import { beforeAll, describe, expect, it } from '@jest/globals';
import { load } from '../support/programs/product.ts';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { exported, mediaTypes, written } from '../support/reports/exports.ts';
import {
  authorizedGet,
  company,
  contractOf,
  day,
  payment,
  paymentsPath,
  person,
  timesheetsPath,
  together,
  tokenOf,
} from '../support/fixtures.ts';

const website = {
  _id: 'c1',
  title: 'Website "new", phase 1',
  contractor: { _id: 'reports-li', firstName: 'Li', lastName: 'Wang' },
  employer: { _id: 'reports-bob', firstName: 'Bob', lastName: 'Boss' },
  team: { _id: 'reports-team', name: 'Core' },
};
const contract = contractOf('reports');
const hourly = { type: 'hourly', employer_id: 'reports-bob' };
const ownData = {
  people: [
    person('reports-ana', 'Ana', 'García'),
    person('reports-li', 'Li', 'Wang'),
    person('reports-bob', 'Bob', 'Boss'),
  ],
  teams: [{ id: 'reports-team', company_id: 'reports', name: 'Core' }],
  contracts: [
    contract('c1', {
      title: website.title,
      contractor_id: 'reports-li',
      employer_id: 'reports-bob',
      team_id: 'reports-team',
    }),
    contract('c2', { title: 'Éclair logo', employer_id: 'reports-bob' }),
    contract('h1', {
      ...hourly,
      title: 'Backend',
      contractor_id: 'reports-li',
      team_id: 'reports-team',
      rate: '42.50',
    }),
    contract('h2', { ...hourly, title: 'api', rate: '80' }),
  ],
  scheduled_payments: [
    pay('reports-1', 'c1', 'First', '1234567890123.45', '0.10', 'paid', '2024-02-01'),
    pay('reports-2', 'c1', 'Second', '0.20', '0.20', 'paid', '2024-02-15T12:30:00Z'),
    pay('reports-3', 'c2', 'Final', '0.30', '0', 'upcoming', '2024-02-29T23:59:59.999999Z'),
    pay('reports-4', 'c1', 'Later', '5', '0', 'failed', '2024-02-29T19:00:00-05:00'),
  ],
  timesheet_days: [
    day('h1', '2024-02-28', [240, 40, 0, 240, 240], '170.00', 70),
    day('h1', '2024-02-29', [360, 60, 10, 350, 60], '247.92', '55.5'),
    day('h1', '2024-03-02', [999, 0, 0, 999, 999], '999', 99),
    day('h2', '2024-03-01', [60, 60, 0, 30, 30], '40', null),
  ],
};
const rivalData = {
  people: [person('reports-zoe', 'Zoe', 'Zed')],
  teams: [{ id: 'rival-of-reports-team', company_id: 'rival-of-reports', name: 'Rivals' }],
  contracts: [
    contract('rival-of-reports-1', {
      company_id: 'rival-of-reports',
      contractor_id: 'reports-zoe',
      employer_id: 'reports-zoe',
      team_id: 'rival-of-reports-team',
    }),
  ],
  scheduled_payments: [
    payment('rival-of-reports-payment', { contract_id: 'rival-of-reports-1', scheduled_payment_on: '2024-02-15' }),
  ],
};

const product = await sharedProduct(company('reports'), company('rival-of-reports'), ownData, rivalData);
const token = await tokenOf(product.url, 'reports');

const dates = { fromDate: '2024-01-01', toDate: '2024-12-31' };
it.each([
  [paymentsPath, dates],
  [timesheetsPath, dates],
  [paymentsPath.replace('list', 'summary'), { ...dates, groupBy: 'status' }],
  [paymentsPath.replace('list', 'changes'), dates],
  [paymentsPath.replace('scheduled-payments', 'contractors'), {}],
])('JSON has no blanks between its parts, and two decimals in each amount: %s', async (path, query) => {
  const { text } = await get(path, query).expect(200);
  expect((JSON.parse(text) as { results: object[] }).results.length).toBeGreaterThan(1);
  expect(text).toBe(written(JSON.parse(text)));
});

it('The scheduled-payments report answers with rows, pagination and statistics in the shapes of the specification', async () => {
  const response = await get(paymentsPath, { fromDate: '2024-02-01', toDate: '2024-02-29' }).expect(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.body).toEqual({
    results: [
      {
        _id: 'reports-3',
        name: 'Final',
        amount: 0.3,
        paidAmount: 0,
        status: 'upcoming',
        scheduledPaymentOn: '2024-02-29T23:59:59.999Z',
        contract: {
          _id: 'c2',
          title: 'Éclair logo',
          contractor: { _id: 'reports-ana', firstName: 'Ana', lastName: 'García' },
          employer: { _id: 'reports-bob', firstName: 'Bob', lastName: 'Boss' },
          team: null,
        },
      },
      {
        _id: 'reports-2',
        name: 'Second',
        amount: 0.2,
        paidAmount: 0.2,
        status: 'paid',
        scheduledPaymentOn: '2024-02-15T12:30:00.000Z',
        contract: website,
      },
      {
        _id: 'reports-1',
        name: 'First',
        amount: 1234567890123.45,
        paidAmount: 0.1,
        status: 'paid',
        scheduledPaymentOn: '2024-02-01T00:00:00.000Z',
        contract: website,
      },
    ],
    pagination: { currentPage: 1, itemsPerPage: 10, pagesCount: 1, totalCount: 3 },
    statistics: {
      contractsCount: 2,
      scheduledPaymentsCount: 3,
      paidScheduledPaymentsCount: 2,
      totalScheduledPaymentsPaidAmount: 0.3,
    },
  });
});

it('The scheduled-payments report answers the farthest page that may be requested', async () => {
  await get(paymentsPath, { ...always, page: String(Number.MAX_SAFE_INTEGER), itemsPerPage: '100' }).expect(200);
});

it('The scheduled-payments report shows nothing of another company, whatever the filters', async () => {
  expect(await ids({ ...always, teamIds: 'rival-of-reports-team' })).toEqual([]);
  expect(await ids({ ...always, contractorIds: 'reports-zoe' })).toEqual([]);
  expect(await ids({ ...always, contractorIds: ['reports-zoe', 'reports-ana'] })).toEqual(['reports-3']);
});

it('The timesheets report answers with a row per contract, its statistics, and totals, in the shapes of the specification', async () => {
  const response = await get(timesheetsPath, { fromDate: '2024-02-28', toDate: '2024-03-01' }).expect(200);
  expect(response.body).toEqual({
    results: [
      {
        contract: {
          _id: 'h2',
          rate: 80,
          title: 'api',
          contractor: { _id: 'reports-ana', firstName: 'Ana', lastName: 'García' },
          employer: { _id: 'reports-bob', firstName: 'Bob', lastName: 'Boss' },
        },
        statistics: {
          billableMinutes: 30,
          billedMinutes: 30,
          manualMinutes: 60,
          overtimeMinutes: 0,
          trackedMinutes: 60,
          activity: 0,
          billableAmount: 40,
        },
      },
      {
        contract: {
          _id: 'h1',
          rate: 42.5,
          title: 'Backend',
          contractor: { _id: 'reports-li', firstName: 'Li', lastName: 'Wang' },
          employer: { _id: 'reports-bob', firstName: 'Bob', lastName: 'Boss' },
          team: { _id: 'reports-team', name: 'Core' },
        },
        statistics: {
          billableMinutes: 590,
          billedMinutes: 300,
          manualMinutes: 100,
          overtimeMinutes: 10,
          trackedMinutes: 600,
          // (70 x 200 + 55.5 x 300) / 500
          activity: 61.3,
          billableAmount: 417.92,
        },
      },
    ],
    pagination: { currentPage: 1, itemsPerPage: 10, pagesCount: 1, totalCount: 2 },
    statistics: {
      billableMinutes: 620,
      billedMinutes: 330,
      manualMinutes: 160,
      overtimeMinutes: 10,
      trackedMinutes: 660,
      activity: 61.3,
      billableAmount: 457.92,
    },
  });
});

it.each([paymentsPath, timesheetsPath])('Ids that cannot exist match nothing: %s', async (path) => {
  for (const ids of ['\0', '["\\ud800"]', '💩', 'x'.repeat(7_000)]) {
    const response = await get(path, { ...always, teamIds: ids, contractorIds: ids }).expect(200);
    expect(response.body).toMatchObject({ results: [], pagination: { totalCount: 0, pagesCount: 0 } });
  }
});

describe('the longest texts that the import takes, a thousand characters of three bytes each,', () => {
  const longest = '漢'.repeat(1_000);
  const range = { fromDate: '2024-01-01', toDate: '2024-12-31' };
  let token: string;

  beforeAll(async () => {
    const rows = {
      people: [person('long-texts-ana', longest, longest)],
      contracts: [contractOf('long-texts')('long-web', { title: '漢'.repeat(800) })],
      scheduled_payments: Array.from({ length: 300 }, (_, index) =>
        payment(`long-${index}`, { contract_id: 'long-web', name: longest }),
      ),
    };
    await load(product.databaseUrl, together(company('long-texts'), rows));
    token = await tokenOf(product.url, 'long-texts');
  });

  it('The longest texts of the import are in pages of 100', async () => {
    const query = { ...range, itemsPerPage: 100 };
    const { text } = await exported(product.url + paymentsPath, query, token, 'application/json');
    const { results } = JSON.parse(text) as { results: { name: string }[] };
    expect(results.map(({ name }) => name)).toEqual(Array(100).fill(longest));
  });

  it.each(Object.values(mediaTypes))('The longest texts of the import are in files, as %s', async (type) => {
    const { status, headers } = await exported(product.url + paymentsPath, range, token, type);
    expect([status, headers['x-total-count']]).toEqual([200, '300']);
  });
});

const always = { fromDate: '2000-01-01', toDate: '2030-12-31' };

function get(path: string, query: Record<string, string | string[]>) {
  return authorizedGet(product.url, token, path).query(query);
}

async function ids(query: Record<string, string | string[]>): Promise<string[]> {
  const response = await get(paymentsPath, query).expect(200);
  return (response.body as { results: { _id: string }[] }).results.map(({ _id }) => _id);
}

function pay(id: string, contractId: string, name: string, amount: string, paid: string, status: string, on: string) {
  return payment(id, { contract_id: contractId, name, amount, paid_amount: paid, status, scheduled_payment_on: on });
}
