import { expect, it } from '@jest/globals';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { written } from '../support/reports/exports.ts';
import { authorizedGet, company, contractOf, day, payment, person, tokenOf } from '../support/fixtures.ts';

const payments = '/api/v1/external/reports/client/scheduled-payments/summary';
const timesheets = '/api/v1/external/reports/client/timesheets/summary';
const dates = 'fromDate=2024-01-01&toDate=2024-12-31';

const contract = contractOf('summary');
const product = await sharedProduct(company('summary'), {
  people: [person('summary-ana', 'Ana', 'García'), person('summary-bo', 'Bo', '=Ström')],
  teams: [{ id: 'design', company_id: 'summary', name: 'Design' }],
  contracts: [
    contract('summary-web', { team_id: 'design' }),
    contract('logo', { title: 'Logo', contractor_id: 'summary-bo' }),
    contract('help', { type: 'hourly', rate: '60', title: 'Help', team_id: 'design' }),
  ],
  scheduled_payments: [
    payment('summary-1', { contract_id: 'summary-web', amount: '10.10', paid_amount: '10.10' }),
    payment('summary-2', { contract_id: 'summary-web', amount: '20.25', paid_amount: '0', status: 'failed' }),
    payment('summary-3', {
      contract_id: 'logo',
      amount: '0.30',
      paid_amount: '0.30',
      scheduled_payment_on: '2024-03-31T23:59:59.999Z',
    }),
  ],
  timesheet_days: [day('help', '2024-02-01'), day('help', '2024-03-01', [120, 60, 0, 30, 30], 15.5, 80)],
});
const token = await tokenOf(product.url, 'summary');

const web = { team: { _id: 'design', name: 'Design' } };
const ofWeb = {
  contractsCount: 1,
  scheduledPaymentsCount: 2,
  paidScheduledPaymentsCount: 1,
  totalScheduledPaymentsPaidAmount: 10.1,
  totalScheduledPaymentsAmount: 30.35,
};
const ofLogo = {
  contractsCount: 1,
  scheduledPaymentsCount: 1,
  paidScheduledPaymentsCount: 1,
  totalScheduledPaymentsPaidAmount: 0.3,
  totalScheduledPaymentsAmount: 0.3,
};

it('A summary has a row for each value of its groups, with the statistics of the report, and the amounts that were agreed', async () => {
  const answer = await get(`${payments}?${dates}&groupBy=team&groupBy=month`).expect(200);
  expect(answer.body).toEqual({
    results: [
      { ...web, month: '2024-02', statistics: ofWeb },
      { team: null, month: '2024-03', statistics: ofLogo },
    ],
    pagination: { currentPage: 1, itemsPerPage: 10, pagesCount: 1, totalCount: 2 },
    statistics: {
      contractsCount: 2,
      scheduledPaymentsCount: 3,
      paidScheduledPaymentsCount: 2,
      totalScheduledPaymentsPaidAmount: 10.4,
      totalScheduledPaymentsAmount: 30.65,
    },
  });
});

it('A summary of timesheets has the statistics of timesheets', async () => {
  const answer = await get(`${timesheets}?${dates}&groupBy=month&sortField=trackedMinutes&sortOrder=desc`).expect(200);
  const { results, statistics } = answer.body as { results: object[]; statistics: object };
  expect(results).toEqual([
    {
      month: '2024-03',
      statistics: {
        billableMinutes: 30,
        billedMinutes: 30,
        manualMinutes: 60,
        overtimeMinutes: 0,
        trackedMinutes: 120,
        activity: 80,
        billableAmount: 15.5,
      },
    },
    expect.objectContaining({ month: '2024-02' }),
  ]);
  const list = await get(`${timesheets.replace('summary', 'list')}?${dates}`);
  expect(statistics).toEqual((list.body as { statistics: object }).statistics);
});

it.each([
  [
    'text/csv',
    'groupBy=contractor,status&sortField=totalScheduledPaymentsAmount&sortOrder=desc',
    'scheduled-payments-by-contractor-and-status_2024-01-01_2024-12-31.csv',
    [
      'contractorId,contractorFirstName,contractorLastName,status,contractsCount,scheduledPaymentsCount,paidScheduledPaymentsCount,totalScheduledPaymentsPaidAmount,totalScheduledPaymentsAmount',
      'summary-ana,Ana,García,failed,1,1,0,0.00,20.25',
      'summary-ana,Ana,García,paid,1,1,1,10.10,10.10',
      `summary-bo,Bo,"'=Ström",paid,1,1,1,0.30,0.30`,
    ],
  ],
  [
    'application/x-ndjson',
    'groupBy=team,contract',
    'scheduled-payments-by-team-and-contract_2024-01-01_2024-12-31.ndjson',
    [
      written({
        ...web,
        contract: { _id: 'summary-web', title: 'Web', contractor: ana(), employer: ana(), ...web },
        statistics: ofWeb,
      }),
      written({
        team: null,
        contract: {
          _id: 'logo',
          title: 'Logo',
          contractor: { _id: 'summary-bo', firstName: 'Bo', lastName: '=Ström' },
          employer: ana(),
          team: null,
        },
        statistics: ofLogo,
      }),
    ],
  ],
])('A summary is a file as %s', async (type, parameters, name, lines) => {
  const file = await get(`${payments}?${dates}&${parameters}`, { Accept: type }).buffer(true).expect(200);
  expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  expect(file.headers['x-total-count']).toBe(String(type === 'text/csv' ? 3 : 2));
  const separator = type === 'text/csv' ? '\r\n' : '\n';
  expect((file.text || (file.body as Buffer).toString()).split(separator)).toEqual([...lines, '']);
});

it.each([
  ['', 'is required'],
  ['groupBy=', 'must be one or two of month, team, contractor, contract'],
  ['groupBy=month,team,contract', 'must be one or two of month, team, contractor, contract'],
  ['groupBy=status', 'must be one or two of month, team, contractor, contract'],
  ['groupBy=months', 'must be one or two of month, team, contractor, contract'],
  ['groupBy=month,month', 'must not have a group twice'],
  ['groupBy=month&groupBy[]=month', 'must not have a group twice'],
])('A summary of timesheets refuses "%s"', async (parameters, message) => {
  const answer = await get(`${timesheets}?${dates}&${parameters}`).expect(400);
  expect(answer.body).toMatchObject({ error: 'validation_error', details: { groupBy: { message } } });
});

it('A summary refuses an unknown sort field, and names the sort fields that it has', async () => {
  const answer = await get(`${payments}?${dates}&groupBy=month&sortField=budget`).expect(400);
  expect(answer.body).toMatchObject({
    error: 'validation_error',
    details: { sortField: { message: expect.stringContaining('groupBy, contractsCount, scheduledPaymentsCount') } },
  });
});

function ana() {
  return { _id: 'summary-ana', firstName: 'Ana', lastName: 'García' };
}

function get(url: string, headers: Record<string, string> = {}) {
  return authorizedGet(product.url, token, url, headers);
}
