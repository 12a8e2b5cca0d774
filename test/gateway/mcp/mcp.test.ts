import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import request from 'supertest';
import type { ReportDefinitions } from '../../../proto/report.ts';
import { reports } from '../../../proto/reports.ts';
import { company, contract, day, payment, person, together, tokenOf } from '../../support/fixtures.ts';
import { answerOf, sendRequest, callTool, newest, post } from '../../support/mcp/send-request.ts';
import type { Answer, Result } from '../../support/mcp/send-request.ts';
import { version } from '../../support/programs/command.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { query } from '../../support/postgres/database.ts';
import { unlimited } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { until } from '../../support/until.ts';
import { begunWithin } from '../../support/begun-within.ts';
import { ownGateway } from '../../support/programs/own-product.ts';

const revisions = [newest, '2025-11-25', '2025-06-18'];
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const paymentsCount = 130;

const product = await sharedProduct(data('mcp', paymentsCount), data('rival', 3));
const token = await tokenOf(product.url, 'mcp');
/** With settings of its own, and no reporting. */
const single = await ownGateway({
  ...unlimited,
  AUTH_ADDRESS: product.authAddress,
  PUBLIC_BASE_URL: 'https://reports.test',
});

function data(id: string, payments: number) {
  const own = { company_id: id, contractor_id: `${id}-ana`, employer_id: `${id}-ana`, team_id: `${id}-team` };
  return together(company(id), {
    people: [person(`${id}-ana`, 'Ana', id)],
    teams: [{ id: `${id}-team`, company_id: id, name: `Team of ${id}` }],
    contracts: [
      contract(`${id}-web`, own),
      contract(`${id}-app`, { ...own, type: 'hourly', rate: '30', title: 'App' }),
    ],
    scheduled_payments: Array.from({ length: payments }, (_, index) =>
      payment(`${id}-${index}`, {
        contract_id: `${id}-web`,
        paid_amount: '1.01',
        status: index % 10 === 0 ? 'failed' : 'paid',
        scheduled_payment_on: `2026-${String((index % 12) + 1).padStart(2, '0')}-10`,
      }),
    ),
    timesheet_days: [day(`${id}-app`, '2026-03-03'), day(`${id}-app`, '2026-04-04')],
  });
}

it('A client of the newest revision learns what the server is without a session', async () => {
  const { status, headers, body } = await sendRequest(product.url, token, 'server/discover');
  const today = new Date().toISOString().slice(0, 10);
  expect([status, headers.get('mcp-session-id'), headers.get('cache-control')]).toEqual([200, null, 'no-store']);
  expect(body).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: {
      resultType: 'complete',
      supportedVersions: revisions,
      capabilities: { tools: {} },
      instructions: expect.stringMatching(new RegExp(`^Today is ${today}\\. .*statistics`, 's')),
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: {
        'io.modelcontextprotocol/serverInfo': { name: 'client-reporting', title: 'Client Reporting', version },
      },
    },
  });
});

it.each<[string, string, Record<string, unknown>, Record<string, string>, number, object]>([
  ['a header that differs', 'tools/list', {}, { 'Mcp-Method': 'tools/call' }, 400, { code: -32_020 }],
  ['another tool in the header', 'tools/call', { name: 'find' }, { 'Mcp-Name': 'x' }, 400, { code: -32_020 }],
  ['a body without a version', 'tools/list', { _meta: {} }, {}, 400, { code: -32_602 }],
  [
    'a version that is not supported',
    'tools/list',
    { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } },
    { 'MCP-Protocol-Version': '2030-01-01' },
    400,
    { code: -32_022, data: { supported: revisions, requested: '2030-01-01' } },
  ],
  ['an unknown method', 'resources/list', {}, {}, 404, { code: -32_601 }],
  ['an inherited name', 'constructor', {}, {}, 404, { code: -32_601 }],
  ['an unknown tool', 'tools/call', { name: 'delete_payments' }, {}, 200, { code: -32_602 }],
  ['arguments that are a list', 'tools/call', { name: 'list_payments', arguments: [] }, {}, 200, { code: -32_602 }],
])('A client of the newest revision gets an error for %s', async (_, method, params, headers, status, error) => {
  const answer = await sendRequest(product.url, token, method, params, headers);
  expect([answer.status, answer.body]).toMatchObject([status, { jsonrpc: '2.0', id: 1, error }]);
});

it('A client of the newest revision may send the name of a tool in Base64', async () => {
  const encoded = `=?base64?${Buffer.from('list_payments').toString('base64')}?=`;
  const call = { name: 'list_payments', arguments: year };
  const { body } = await sendRequest(product.url, token, 'tools/call', call, { 'Mcp-Name': encoded });
  expect(answerOf(body.result)).toMatchObject({ pagination: {} });
});

describe.each(['2025-11-25', '2025-06-18'])('a client of %s', (version) => {
  const header = { 'MCP-Protocol-Version': version };
  const send = (method: string, params: object = {}) =>
    post(product.url, token, { jsonrpc: '2.0', id: 'a', method, params }, method === 'initialize' ? {} : header);

  it('An older client initializes without a session, and then calls', async () => {
    const { body, headers } = await send('initialize', { protocolVersion: version, capabilities: {}, clientInfo: {} });
    expect(body.result).toMatchObject({ protocolVersion: version, serverInfo: { name: 'client-reporting' } });
    expect(headers.get('mcp-session-id')).toBeNull();
    const notified = await post(product.url, token, { jsonrpc: '2.0', method: 'notifications/initialized' }, header);
    expect([notified.status, notified.body]).toEqual([202, {}]);
    expect((await send('ping')).body).toEqual({ jsonrpc: '2.0', id: 'a', result: {} });
    const { result } = (await send('tools/call', { name: 'list_payments', arguments: year })).body;
    expect(answerOf(result)).toMatchObject({ pagination: { totalCount: paymentsCount } });
  });

  it('An older client gets an answer of 200 for an unknown method, and 405 for a stream', async () => {
    expect(await send('prompts/list')).toMatchObject({ status: 200, body: { id: 'a', error: { code: -32_601 } } });
    expect((await send('tools/call', { name: ['find'] })).body).toMatchObject({ error: { code: -32_602 } });
    const stream = await fetch(`${product.url}/mcp`, { headers: { Accept: 'text/event-stream' } });
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

it.each(['2024-01-01', '2025-03-26', null])(
  'A client of revision %s is offered the newest revision that begins with initialize',
  async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: {} };
    const { body } = await post(product.url, token, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body.result).toMatchObject({ protocolVersion: '2025-11-25' });
  },
);

const definitions: ReportDefinitions = reports;
const summed = Object.keys(definitions).filter((name) => definitions[name]?.sums);
const toolNames = ['summarize', ...Object.values(definitions).map(({ tool }) => tool.name), 'find', 'changes'];

it('Access without a token leads to the metadata of the resource, and of its authorization server', async () => {
  for (const [url, address] of [
    [product.url, product.url],
    [single.url, 'https://reports.test'],
  ] as const) {
    const { status, headers, body } = await sendRequest(url, undefined, 'tools/list');
    expect([status, body.error]).toMatchObject([401, { code: -32_600, data: { error: 'missing_token' } }]);
    const file = '/.well-known/oauth-protected-resource/mcp';
    expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${address}${file}"`);
    expect(await (await fetch(`${url}${file}`)).json()).toEqual({
      resource: `${address}/mcp`,
      resource_name: 'Client Reporting',
      authorization_servers: [address],
      bearer_methods_supported: ['header'],
    });
  }
  const invalid = await sendRequest(product.url, 'garbage', 'tools/list');
  expect([invalid.status, invalid.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Bearer error="invalid_token", error_description=".+", resource_metadata="http.+"$/),
  ]);
});

it('Access from pages of other origins is refused', async () => {
  const from = async (url: string, origin: string) =>
    (await sendRequest(url, token, 'tools/list', {}, { Origin: origin })).status;
  expect(await from(product.url, 'https://evil.test')).toBe(403);
  expect(await from(product.url, 'null')).toBe(403);
  // A name that was made to lead here, which `fetch` can't send.
  const rebound = { Host: 'evil.test', Origin: 'http://evil.test', Authorization: `Bearer ${token}` };
  await request(product.url).post('/mcp').set(rebound).send({ jsonrpc: '2.0', id: 1, method: 'ping' }).expect(403);
  expect(await from(product.url, product.url)).toBe(200);
  expect(await from(product.url, product.url.toUpperCase())).toBe(200);
  expect(await from(single.url, single.url)).toBe(403);
  expect(await from(single.url, 'https://reports.test')).toBe(200);
  expect(await from(single.url, 'https://Reports.test')).toBe(200);
  const refused = await sendRequest(product.url, token, 'tools/list', {}, { Origin: 'https://evil.test' });
  expect(refused.body).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32_600,
      message: 'The Origin header names a page of another site.',
      data: { error: 'forbidden', message: 'The Origin header names a page of another site.' },
    },
  });
});

it('A message outside JSON-RPC is a validation_error, and a large one is refused', async () => {
  const wrong = await post(product.url, token, { jsonrpc: '1.0', id: {}, params: [] });
  const details = { jsonrpc: {}, id: {}, method: { message: 'is required' }, params: {} };
  expect([wrong.status, wrong.body]).toMatchObject([400, { id: null, error: { code: -32_600, data: { details } } }]);
  const large = await sendRequest(product.url, token, 'tools/list', { x: 'x'.repeat(17_000) });
  expect([large.status, large.body.error]).toMatchObject([413, { data: { error: 'payload_too_large' } }]);
});

it('A refused call is a result of the tool with the reason and the seconds, and is logged as refused', async () => {
  const call = { name: 'list_payments', arguments: year };
  const { status, headers, body } = await sendRequest(single.url, token, 'tools/call', call);
  expect([status, headers.get('retry-after'), body.result]).toMatchObject([
    200,
    '5',
    { resultType: 'complete', isError: true },
  ]);
  const wait = 'Retry after the number of seconds in Retry-After. Retry-After: 5 s.';
  const message = `The service is temporarily unavailable. ${wait}`;
  expect(answerOf(body.result)).toEqual({ error: 'service_unavailable', message });
  await until('it is logged', () =>
    single.logs().some((line) => line.includes('"tool":"list_payments"') && line.includes('"status":503')),
  );
});

it.each([
  { RATE_LIMIT_IP: '1' },
  { RATE_LIMIT_TIERS: JSON.stringify([{ name: 'own', key: 'account', limit: 1, routes: ['POST /mcp'] }]) },
])('A request over the limits of %j is answered with the reason and the seconds', async (limits) => {
  const limited = await startGateway({ ...unlimited, ...limits, AUTH_ADDRESS: product.authAddress });
  await sendRequest(limited.url, token, 'ping');
  const call = await sendRequest(limited.url, token, 'tools/call', { name: 'list_payments', arguments: year });
  const seconds = call.headers.get('retry-after') ?? '';
  const wait = `Wait for the number of seconds in Retry-After. Retry-After: ${seconds} s.`;
  const message = `The rate limit is exceeded. ${wait}`;
  expect(Number(seconds)).toBeGreaterThan(0);
  expect([call.status, call.body.result?.isError, answerOf(call.body.result)]).toEqual([
    200,
    true,
    { error: 'rate_limited', message },
  ]);
  const list = await sendRequest(limited.url, token, 'tools/list');
  expect([list.status, list.body]).toMatchObject([
    200,
    { id: 1, error: { code: -32_603, data: { error: 'rate_limited' } } },
  ]);
  const notification = await post(limited.url, token, { jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([notification.status, notification.body]).toMatchObject([429, { id: null, error: {} }]);
  await limited.stop();
});

const structured = async (name: string, values: object = {}) =>
  (await callTool(product.url, token, name, { ...year, ...values })).answer;

it('The tools are read-only, and are listed in one order, with valid schemas', async () => {
  const { tools = [] } = (await sendRequest(product.url, token, 'tools/list')).body.result ?? {};
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
  const { version: since } = await structured('list_payments');
  for (const { name, annotations, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(inputSchema).toMatchObject({ type: 'object' });
    expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    const validate = ajv().compile(inputSchema);
    const defaults = { ...year, report: 'timesheets', groupBy: ['month'], since };
    const isOwn = ([parameter]: [string, unknown]) => parameter in (inputSchema as { properties: object }).properties;
    const values = Object.fromEntries(Object.entries(defaults).filter(isOwn));
    // Which fills the values with the defaults of the schema.
    expect([validate(values), validate.errors]).toEqual([true, null]);
    expect(await callTool(product.url, token, name, values)).toMatchObject({ isError: undefined });
  }
});

it('The tools say in the note what filters take where nothing matches, and that totals count deleted payments', async () => {
  const noteOf = async (name: string, values: object) => (await structured(name, values)).note;
  expect(await noteOf('list_payments', { teamIds: ['Team of mcp'] })).toBe(
    'No row matches. Filters take ids: `find` has them.',
  );
  const sums = { report: 'scheduled-payments', groupBy: ['team'], teamIds: ['mcp-team'] };
  expect(await noteOf('summarize', sums)).toBe(`The only row that matches. ${countsDeleted}`);
  const notDeleted = { ...sums, scheduledPaymentStatuses: ['paid'] };
  expect(await noteOf('summarize', notDeleted)).toBe('The only row that matches.');
});

it('The tools show a page with the totals of all that match, and say what share it is', async () => {
  expect(await structured('list_payments')).toMatchObject({
    note: `Rows 1 to 10 of the 130 that match (7.7 %). Totals are over all 130. ${countsDeleted}`,
    version: expect.stringMatching(/./),
    statistics: { scheduledPaymentsCount: 130, totalScheduledPaymentsPaidAmount: 131.3 },
    pagination: { totalCount: 130 },
  });
  const notes = [
    [{ page: 14 }, `This page is past the end: 130 rows match. ${countsDeleted}`],
    [{ page: 13 }, `Rows 121 to 130 of the 130 that match (7.7 %). Totals are over all 130. ${countsDeleted}`],
    [{ scheduledPaymentStatuses: ['upcoming'] }, 'No row matches.'],
    [{ scheduledPaymentStatuses: ['failed'], itemsPerPage: 20 }, 'All 13 rows that match.'],
  ] as const;
  for (const [values, note] of notes) {
    expect((await structured('list_payments', values)).note).toBe(note);
  }
});

it('The tools sum up both reports by their groups', async () => {
  const failed = { report: 'scheduled-payments', groupBy: ['month'], scheduledPaymentStatuses: ['failed'] };
  // Of 130 payments of 1.01, one a month in turns, each tenth failed: 13, in every other month.
  expect(await structured('summarize', failed)).toMatchObject({
    note: 'All 6 rows that match.',
    statistics: { scheduledPaymentsCount: 13, totalScheduledPaymentsPaidAmount: 13.13 },
    results: ['01', '03', '05', '07', '09', '11'].map((month) => ({
      month: `2026-${month}`,
      statistics: { scheduledPaymentsCount: month === '01' ? 3 : 2 },
    })),
  });
  expect(await structured('summarize', { report: 'timesheets', groupBy: ['team', 'month'] })).toMatchObject({
    statistics: { trackedMinutes: 120 },
    results: [
      { month: '2026-03', team: { name: 'Team of mcp' }, statistics: { trackedMinutes: 60 } },
      { month: '2026-04', team: { name: 'Team of mcp' }, statistics: { trackedMinutes: 60 } },
    ],
  });
  const wrong = await callTool(product.url, token, 'summarize', { ...year, report: 'invoices', groupBy: ['month'] });
  expect(errorOf(wrong)).toMatchObject({
    details: { report: { message: `must be one of ${summed.join(', ')}` } },
  });
});

it('The tools find teams and contractors of the company by a part of their names', async () => {
  const find = async (values: object) => (await callTool(product.url, token, 'find', values)).answer;
  const none = { note: 'No row matches.', results: [] };
  const one = 'The only row that matches.';
  expect(await find({ search: 'TEAM' })).toMatchObject({
    teams: { note: one, results: [{ _id: 'mcp-team', name: 'Team of mcp' }] },
    contractors: none,
  });
  expect(await find({ search: 'ána' })).toMatchObject({
    teams: none,
    contractors: { note: one, results: [{ _id: 'mcp-ana', firstName: 'Ana', contracts: { count: 2 } }] },
  });
  expect(await find({ search: 'rival' })).toMatchObject({ teams: none, contractors: none });
  expect(await find({ search: '\ud800' })).toMatchObject({ teams: none, contractors: none });
});

it('The tools list what changed since an answer, and say when there is too much to list', async () => {
  const { version: since } = await structured('list_payments');
  const changes = async (values: object) =>
    callTool(product.url, token, 'changes', { report: 'scheduled-payments', ...year, ...values });
  expect((await changes({ since })).answer).toMatchObject({ note: '0 rows changed.', version: since });
  const change = (set: string, where: string) =>
    query(product.databaseUrl, `update reporting.scheduled_payments set ${set} where id ${where}`);
  await change(`paid_amount = 5.01`, `= 'mcp-1'`);
  const { answer } = await changes({ since });
  expect(answer).toMatchObject({
    note: '1 row changed.',
    more: false,
    totalCount: 130,
    statistics: { totalScheduledPaymentsPaidAmount: 135.3 },
    results: [{ _id: 'mcp-1', removed: false, paidAmount: 5.01 }],
  });
  expect((await changes({ since: answer.version })).answer.results).toEqual([]);
  await change('paid_amount = 1.02', `like 'mcp-%'`);
  const { note, results } = (await changes({ since })).answer;
  const missing = 130 - results.length;
  expect(note).toBe(
    `130 rows changed. ${missing} of them are left out, since the answer would be too long. Ask for a part of the dates or teams, since the same version.`,
  );
  expect(missing).toBeGreaterThan(0);
  await change('paid_amount = 1.01', `like 'mcp-%'`);
});

it('The tools name to a program the version whose changes are no longer kept', async () => {
  const rivals = await tokenOf(product.url, 'rival');
  const { version } = (await callTool(product.url, rivals, 'list_payments', year)).answer;
  const given = { report: 'timesheets', ...year };
  for (const [since, refusal] of [
    [version, { error: 'version_gone' }],
    [undefined, { details: { since: { message: 'is required' } } }],
    ['', { details: { since: { message: 'must not be empty' } } }],
  ] as const) {
    expect(errorOf(await callTool(product.url, token, 'changes', { ...given, since }))).toMatchObject(refusal);
  }
});

it('The tools refuse an argument that is too deep to be written as text', async () => {
  const search = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
  const response = await fetch(`${product.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"search":${search}}}}`,
  });
  const { result } = (await response.json()) as { result?: Result };
  expect([response.status, result?.isError]).toEqual([200, true]);
});

it('The tools leave rows out of an answer that would be too long, and say how to go on', async () => {
  const seen: string[] = [];
  let values: { page?: number; itemsPerPage: number } = { itemsPerPage: 100 };
  for (let left = paymentsCount; left > 0;) {
    const { answer, text } = await callTool(product.url, token, 'list_payments', {
      ...year,
      ...values,
    });
    const { note, results } = answer;
    expect(text.length).toBeLessThan(20_300);
    seen.push(...results.map(({ _id }) => _id));
    left -= results.length;
    const [, page, itemsPerPage] = /ask for page (\d+) with itemsPerPage (\d+)/.exec(note) ?? [];
    expect(note.includes('are left out')).toBe(page !== undefined);
    values = { itemsPerPage: values.itemsPerPage, page: (values.page ?? 1) + 1 };
    if (page !== undefined) values = { page: Number(page), itemsPerPage: Number(itemsPerPage) };
  }
  expect(new Set(seen).size).toBe(paymentsCount);
  expect(seen).toHaveLength(paymentsCount);
});

it('The tools say to a program what is wrong with its arguments, and refuse an empty list of ids', async () => {
  const wrong = async (values: object) => callTool(product.url, token, 'list_timesheets', values);
  expect(errorOf(await wrong({ fromDate: 'May' }))).toMatchObject({
    error: 'validation_error',
    details: { fromDate: { message: 'must be a calendar date, YYYY-MM-DD' }, toDate: { message: 'is required' } },
  });
  for (const teamIds of [[], [''], '', ',', '[]']) {
    expect(errorOf(await wrong({ ...year, teamIds }))).toMatchObject({
      details: { teamIds: { message: 'must have at least one value; leave it out for all' } },
    });
  }
  const noGroups = await callTool(product.url, token, 'summarize', { ...year, report: 'timesheets', groupBy: [] });
  expect(errorOf(noGroups)).toMatchObject({
    details: { groupBy: { message: 'must be one or two of month, team, contractor, contract' } },
  });
  expect(errorOf(await callTool(product.url, token, 'find', { list: 'teams', ids: [] }))).toMatchObject({
    details: { ids: { message: 'must have at least one value; leave it out for all' } },
  });
  for (const teamIds of [{}, true, [5], [['mcp-team']]]) {
    expect(errorOf(await wrong({ ...year, teamIds }))).toMatchObject({
      details: { teamIds: { message: 'must be a text, a number or a list of texts' } },
    });
  }
  expect(errorOf(await wrong({ ...year, team: 'x' }))).toMatchObject({
    details: { team: { message: expect.stringContaining('teamIds') } },
  });
});

it('The tools never fail, show another company, or show a part without saying so, whatever the arguments', async () => {
  const { tools = [] } = (await sendRequest(product.url, token, 'tools/list')).body.result ?? {};
  const byName = new Map(tools.map(({ name, ...schemas }) => [name, schemas]));
  const { version: since } = await structured('list_payments');
  await query(product.databaseUrl, `update reporting.scheduled_payments set paid_amount = 2 where id like 'mcp-%'`);
  const ids = fc.constantFrom('mcp-team', 'rival-team', 'mcp-ana', 'rival-ana', 'x', '☃', '\0');
  const anything = fc.oneof(ids, fc.constantFrom('[', '', null, 7), fc.jsonValue({ maxDepth: 1 }));
  const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 19, arbitrary }, { weight: 1, arbitrary: anything });
  const oneOf = (...values: unknown[]) => mostly(fc.constantFrom(...values));
  const values = fc.record(
    {
      fromDate: oneOf('2026-01-01', '2026-03-31', '0001-01-01'),
      toDate: oneOf('2026-01-01', '2026-03-31', '2026-12-31', '9999-12-31'),
      teamIds: mostly(fc.array(ids, { minLength: 1, maxLength: 3 })),
      contractorIds: mostly(fc.array(ids, { minLength: 1, maxLength: 3 })),
      report: oneOf('scheduled-payments', 'timesheets'),
      groupBy: oneOf(['month'], ['team', 'month'], ['contract'], ['contractor']),
      page: mostly(fc.integer({ min: 1, max: 15 })),
      itemsPerPage: mostly(fc.integer({ min: 1, max: 100 })),
      sortOrder: oneOf('asc', 'desc'),
      search: oneOf('ana', 'team'),
      since: oneOf(since),
    },
    { requiredKeys: ['fromDate', 'toDate', 'report', 'groupBy', 'since'] },
  );
  const answered = { well: 0, wrongly: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...byName.keys()),
      values,
      fc.boolean(),
      begunWithin(30_000, async (name, all: object, fits) => {
        const { properties } = byName.get(name)?.inputSchema as { properties: object };
        const fitting = Object.fromEntries(Object.entries(all).filter(([parameter]) => parameter in properties));
        const result = await callTool(product.url, token, name, fits ? fitting : all);
        answered[result.isError ? 'wrongly' : 'well'] += 1;
        if (result.isError) {
          expect(errorOf(result)).toMatchObject({ error: 'validation_error' });
          return;
        }
        expect(JSON.stringify(result)).not.toMatch(/rival/);
        const { note, results, pagination } = result.answer as Listed;
        if (name === 'find') return;
        if (name === 'changes') {
          expect(note.includes('left out')).toBe(!note.startsWith(`${results.length} row`));
          return;
        }
        const isWhole = results.length === pagination.totalCount;
        expect(/^(All|The only|No row matches)/.test(note)).toBe(isWhole);
      }),
    ),
    { numRuns: 1_000, examples: [['summarize', { ...year, report: { toString: '' } }, true]] },
  );
  expect(answered.well).toBeGreaterThan(50);
  expect(answered.wrongly).toBeGreaterThan(50);
});

const countsDeleted = 'The totals count deleted payments, too: filter by scheduledPaymentStatuses to leave them out.';

type Listed = Answer & { pagination: { totalCount: number } };

function errorOf({ isError, answer }: { isError?: boolean | undefined; answer: object }): unknown {
  expect(isError).toBe(true);
  return answer;
}

function ajv() {
  return addFormats.default(new Ajv2020({ strict: false, useDefaults: true }));
}
