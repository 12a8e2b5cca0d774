import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changesParameters, pageParameters, reportParameters } from '../../../gateway/reports/report-parameters.ts';
import { requestReader } from '../../../gateway/reports/report-query.ts';
import { ApiError } from '../../../proto/errors.ts';
import type { ListRequest__Output } from '../../../proto/generated/clientreporting/reporting/ListRequest.ts';
import type { ReportDefinition } from '../../../proto/report.ts';
import { encodeVersion } from '../../../proto/report-version.ts';
import { scheduledPaymentsDefinition } from '../../../proto/scheduled-payments.ts';
import { timesheetsDefinition } from '../../../proto/timesheets.ts';
import type { FilterValues } from '../../support/reports/filter-query.ts';

const dates = 'fromDate=2024-02-01&toDate=2024-02-29';
const defaults = {
  groupBy: [],
  fromDate: '2024-02-01',
  toDate: '2024-02-29',
  page: 1,
  itemsPerPage: 10,
  sortOrder: 'desc',
  sortField: 'scheduledPaymentOn',
};

it.each([
  ['repeated keys', 'teamIds=a&teamIds=b'],
  ['numbered brackets', 'teamIds[0]=a&teamIds[1]=b'],
  ['percent-encoded brackets', 'teamIds%5B%5D=a&teamIds%5B1%5D=b'],
  ['commas', 'teamIds=a,b'],
  ['percent-encoded JSON', 'teamIds=%5B%22a%22%2C+%22b%22%5D'],
  ['several of these', 'teamIds[]=a,b&teamIds=["b","a"]&teamIds=a'],
  ['commas with spaces and nothing between', 'teamIds=a,%20b,,'],
])('A list may be given by %s', (_, query) => {
  expect(parse(`${dates}&${query}`)).toEqual({ ...defaults, teamIds: ['a', 'b'] });
});

it.each(['teamIds=', 'teamIds', 'teamIds[]=', 'teamIds=,', 'teamIds=[]', 'teamIds=[""]', 'teamIds=null', '', '&&'])(
  'An empty list, or null, counts as absent: "%s"',
  (query) => expect(parse(`${dates}&${query}`)).toEqual(defaults),
);

it('A list means the same in every encoding', () => {
  const values = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 30 });
  fc.assert(
    fc.property(values, (ids) => {
      const expected = ids.map((id) => id.replaceAll('\0', '\uFFFD'));
      const json = encodeURIComponent(JSON.stringify(ids));
      expect(parse(`${dates}&contractorIds=${json}`).contractorIds ?? []).toEqual(expected);
      if (ids.some((id) => id === 'null' || id.includes(',') || id.startsWith('['))) return;
      const repeated = ids.map((id) => `&contractorIds=${encodeURIComponent(id)}`).join('');
      expect(parse(dates + repeated).contractorIds ?? []).toEqual(expected);
    }),
  );
});

it.each([
  ['repeated keys', (ids: string[]) => ids.map((id) => `teamIds=${id}`).join('&')],
  ['brackets', (ids: string[]) => ids.map((id, index) => `teamIds[${index}]=${id}`).join('&')],
  ['commas', (ids: string[]) => `teamIds=${ids.join(',')}`],
  ['JSON', (ids: string[]) => `teamIds=${JSON.stringify(ids)}`],
])('A list by %s may have 100 values, duplicates aside, and not 101', (_, encode) => {
  const ids = Array.from({ length: 100 }, (_, index) => `team-${index}`);
  expect(parse(`${dates}&${encode([...ids, ...ids])}`)).toEqual({ ...defaults, teamIds: ids });
  expect(problems(`${dates}&${encode([...ids, 'one-more'])}`)).toEqual({ teamIds: 'must have at most 100 values' });
});

it.each(['teamIds=%00', 'teamIds=["\\u0000"]', 'teamIds=["\\ud800"]', 'teamIds=["\\udc00"]'])(
  'An id that cannot exist is read as another id without rows: %s',
  (query) => expect(parse(`${dates}&${query}`).teamIds).toEqual(['\uFFFD']),
);

it.each(['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29'])('The dates may be %s', (day) => {
  expect(parse(`fromDate=${day}&toDate=${day}`)).toEqual({ ...defaults, fromDate: day, toDate: day });
});

it('The dates may be as far apart as REPORT_MAX_SPAN_DAYS says, both ends counted', () => {
  expect(parse(dates, 29)).toEqual(defaults);
  const message = 'fromDate to toDate must be at most 28 days';
  expect(problems(dates, 28)).toEqual({ fromDate: message, toDate: message });
  expect(parse('fromDate=0001-01-01&toDate=9999-12-31')).toBeDefined();
});

it('The numbers page and itemsPerPage are decimal digits only, and statuses follow the specification', () => {
  expect(parse(`${dates}&page=12&itemsPerPage=100`)).toEqual({ ...defaults, page: 12, itemsPerPage: 100 });
  expect(parse(`${dates}&page=9007199254740991&itemsPerPage=1`)).toMatchObject({ page: Number.MAX_SAFE_INTEGER });
  expect(parse(`${dates}&scheduledPaymentStatuses=paid,failed`).scheduledPaymentStatuses).toEqual(['paid', 'failed']);
});

const refusals: [message: string, parameters: string[], ...values: string[]][] = [
  ['begins with [ but is no JSON array of strings', ['teamIds'], ...['[a,b]', '[1,2]', '["a"', '[{}]', '[["a"]]']],
  [
    'each value must be one of upcoming, processing, failed, paid, deleted',
    ['scheduledPaymentStatuses'],
    ...['Paid', 'paid,unpaid', '["paid","x"]'],
  ],
  [
    'must be a whole number from 1 to 100, digits only',
    ['itemsPerPage'],
    ...['1.5', '1.0', '1e3', '%201', '1%20', '+1', '', '0', '-1', '0x1', 'one', '٣', '1%0A'],
  ],
  ['must be at most 100', ['itemsPerPage'], '101', '9007199254740992', '9'.repeat(400)],
  ['must be a whole number from 1, digits only', ['page'], '0', 'x'],
  ['must be at most 9007199254740991', ['page'], '9007199254740992', '9'.repeat(400)],
  [
    'must be a calendar date, YYYY-MM-DD',
    ['fromDate', 'toDate'],
    ...['2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-2-1', '2024-02-01T00:00:00Z', '%202024-02-01'],
    ...['12024-02-01', '-2024-02-01', ''],
  ],
  ['must not be before 0001-01-01', ['fromDate'], '0000-01-01'],
  [
    'must be an amount, such as 2500.5, with at most 13 digits and two decimals',
    ['minAmount', 'maxAmount'],
    ...['cheap', '1.001', '1e3', '+1'],
  ],
  ['is not valid percent-encoded UTF-8', ['teamIds'], '%', 'a&teamIds=%zz', '%ED%A0%80', '%C3'],
  ['is given more than once', ['page', 'sortOrder'], 'asc&page=1&sortOrder='],
];

it.each(refusals)('The error "%s" is shown for %j as %s', (message, parameters, ...values) => {
  for (const value of values) {
    const valid = dates.split('&').filter((pair) => !parameters.some((name) => pair.startsWith(name)));
    const query = [...valid, ...parameters.map((name) => `${name}=${value}`)].join('&');
    expect(problems(query)).toEqual(Object.fromEntries(parameters.map((name) => [name, message])));
  }
});

it('The dates are required, and the first is not after the second', () => {
  expect(problems('')).toEqual({ fromDate: 'is required', toDate: 'is required' });
  expect(problems('toDate=2024-02-01')).toEqual({ fromDate: 'is required' });
  expect(problems('fromDate=2024-02-02&toDate=2024-02-01')).toEqual({
    fromDate: 'must not be after toDate',
    toDate: 'must not be before fromDate',
  });
});

it('The least amount is not more than the most, and one that is empty or null counts as absent', () => {
  expect(problems(`${dates}&minAmount=2&maxAmount=1.5`)).toEqual({
    minAmount: 'must not be more than maxAmount',
    maxAmount: 'must not be less than minAmount',
  });
  expect(parse(`${dates}&minAmount=&maxAmount=61.5`)).toEqual({ ...defaults, maxAmount: ['61.5'] });
  expect(parse(`${dates}&minAmount=61.5&maxAmount=null`)).toEqual({ ...defaults, minAmount: ['61.5'] });
  const generated = { minAmount: ['10.5'], maxAmount: ['12345678.25'] };
  expect(parse(`${dates}&minAmount=10.5000000000&maxAmount=1.234567825E7`)).toEqual({ ...defaults, ...generated });
  expect(Object.keys(problems(`${dates}&minAmount=10.5010000000&maxAmount=1.0E13`))).toEqual([
    'minAmount',
    'maxAmount',
  ]);
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'An unknown parameter may have the name %s of a member of objects',
  (name) => {
    for (const query of [`${dates}&${name}=1`, `${name}=1`, `${name}[]=1&${name}`]) {
      const details = problems(query);
      expect(Object.getOwnPropertyDescriptor(details, name)?.value).toMatch(
        /^is not a parameter here; the parameters are teamIds, /,
      );
    }
  },
);

it('The first 20 problems are named, known parameters first, names in 100 characters', () => {
  const names = Array.from({ length: 2_200 }, (_, index) => `p${index}`);
  const { details = {}, message } = errorOf(`${names.join('&')}&page=0&toDate=2024-02-01`);
  expect(Object.keys(details)).toEqual(['fromDate', 'page', ...names.slice(0, 18), '…']);
  expect(details['…']).toEqual({ message: '2182 more are wrong' });
  expect(message).toMatch(/\. p17: is not a parameter here; .*\. …: 2182 more are wrong$/);
  expect(JSON.stringify({ message, details }).length).toBeLessThan(10_000);
  const long = 'x'.repeat(15_000);
  expect(problems(`${dates}&${long}=1`)).toEqual({
    [`${'x'.repeat(100)}…`]: expect.stringContaining('is not a parameter here'),
  });
  expect(errorOf(`${dates}&${long}=1`).message.length).toBeLessThan(500);
});

it('An unknown parameter is refused along with everything else that is wrong', () => {
  expect(problems('foo=1&foo=2&page=x&teamIds=[&toDate=%FF')).toEqual({
    foo: expect.stringContaining('is not a parameter here'),
    page: expect.stringContaining('must be a whole number'),
    teamIds: expect.stringContaining('begins with ['),
    fromDate: 'is required',
    toDate: 'is not valid percent-encoded UTF-8',
  });
});

it('A query fails only with a validation_error, whatever it is', () => {
  const name = fc.oneof(
    fc.constantFrom('teamIds', 'page', 'fromDate', 'sortOrder', '__proto__'),
    fc.webQueryParameters(),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.webQueryParameters())), fc.boolean(), (pairs, valid) => {
      const query = [...(valid ? [dates] : []), ...pairs.map((pair) => pair.join('='))].join('&');
      try {
        expect(Object.keys(parse(query))).toEqual(expect.arrayContaining(Object.keys(defaults)));
      } catch (error) {
        expect(error).toMatchObject({ code: 'validation_error' });
      }
    }),
    { numRuns: 1_000 },
  );
});

function readerOf(report: ReportDefinition, maxSpanDays?: number) {
  const { filters } = report;
  return requestReader<ListRequest__Output>(reportParameters(report, pageParameters), { filters, maxSpanDays });
}

function parse(query: string, maxSpanDays?: number) {
  const read = readerOf(scheduledPaymentsDefinition, maxSpanDays);
  const { filters, ...others } = read(`/list?${query}`);
  const given = Object.fromEntries(filters.map(({ name, values }) => [name, values]));
  return { ...others, ...given } as typeof others & Partial<FilterValues>;
}

/** What is wrong, by parameter. */
function problems(query: string, maxSpanDays?: number): Record<string, string> {
  const { details = {} } = errorOf(query, maxSpanDays);
  return Object.fromEntries(Object.entries(details).map(([name, { message }]) => [name, message]));
}

function errorOf(query: string, maxSpanDays?: number): ApiError {
  return refusalOf(() => parse(query, maxSpanDays));
}

function refusalOf(read: () => unknown): ApiError {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.code).toBe('validation_error');
    return error;
  }
  throw new Error('the query is accepted');
}

it.each([
  [scheduledPaymentsDefinition, { amount: 'budget', status: 'scheduledPaymentStatus', date: 'scheduledPaymentOn' }],
  [
    timesheetsDefinition,
    {
      trackedMinutes: 'trackedTime',
      manualMinutes: 'manual',
      overtimeMinutes: 'overtime',
      billableMinutes: 'billableTime',
      billableAmount: 'billableAmount',
    },
  ],
])('The name of a member sorts as the name of its order', (report, names) => {
  const read = readerOf(report);
  const sortFieldOf = (name: string) => read(`/?${dates}&sortField=${name}`).sortField;
  expect(Object.keys(names).map(sortFieldOf)).toEqual(Object.values(names));
});

it('The parameter since takes a Report-Version with its quotes and without', () => {
  const read = requestReader<{ since: string }>(changesParameters(scheduledPaymentsDefinition));
  const version = encodeVersion(new Map([[0, 7n]]));
  const since = [version, `"${version}"`, `%22${version}%22`].map((text) => read(`/?${dates}&since=${text}`).since);
  expect(since).toEqual([version, version, version]);
});

const all = (shape: object) => `the parameters are ${Object.keys(shape).join(', ')}`;
const asFile =
  'send the header `Accept` instead, with text/csv, application/x-ndjson, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.apache.parquet';

/** What is named for the names that people try: on payments and, where it differs, on timesheets. */
const tried: [names: string, payments: string, timesheets?: string][] = [
  ['startDate start_date StartDate from_date FROMDATE fromDay fromdat', 'fromDate'],
  ['endDate end_date EndDate to_date TODATE todat', 'toDate'],
  ['status', 'scheduledPaymentStatuses', 'all'],
  ['scheduledPaymentStatus scheduled_payment_statuses', 'scheduledPaymentStatuses', 'all'],
  ['limit per_page perPage page_size pageSize items_per_page itemPerPage', 'itemsPerPage'],
  ['sort_by sortBy sort_field sortfield', 'sortField'],
  ['sort_order sortorder', 'sortOrder'],
  ['offset pages Page page[]', 'page'],
  ['team_id teamId team_ids TeamIds teamIds[a]', 'teamIds'],
  ['contractor contractorId contractor_id contractors contractorIds[][]', 'contractorIds'],
  ['format', asFile],
  ['type date dates q search query filter companyId company_id contract contractId contract_ids currency since', 'all'],
  ['max_amount MaxAmount maxAmounts', 'maxAmount', 'all'],
  ['min_amount minAmounts', 'minAmount', 'all'],
  ['year month updatedSince created_after name id fields include foo \u00e9 odate gteDate dfDate', 'all'],
];
const names = tried.flatMap(([together, ...hints]) => together.split(' ').map((name) => [name, ...hints] as const));

it.each(names)('The parameter %s is refused on the reports, with %s', (name, payments, timesheets = payments) => {
  expectHint(scheduledPaymentsDefinition, name, payments);
  expectHint(timesheetsDefinition, name, timesheets);
});

it('The parameter scheduledPaymentStatuses is refused on timesheets, with all parameters that they have', () => {
  expectHint(timesheetsDefinition, 'scheduledPaymentStatuses', 'all');
});

function expectHint(report: ReportDefinition, name: string, expected: string): void {
  const shape = reportParameters(report, pageParameters);
  const hint = hintOf(report, name);
  if (expected === 'all') expect(hint).toBe(all(shape));
  else if (expected in shape) expect([`use ${expected}`, `the nearest is ${expected}`]).toContain(hint);
  else expect(hint).toBe(expected);
}

function hintOf(report: ReportDefinition, name: string): string | undefined {
  const { details } = refusalOf(() => readerOf(report)(`/list?${dates}&${name}=1`));
  return /^is not a parameter here; (.*)$/.exec(details?.[name]?.message ?? '')?.[1];
}
