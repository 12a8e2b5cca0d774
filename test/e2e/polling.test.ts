import { expect, it } from '@jest/globals';
import request from 'supertest';
import { document } from '../support/openapi/document.ts';
import { query } from '../support/postgres/database.ts';
import { exchange } from '../support/network/raw-http.ts';
import { lockTable } from '../support/postgres/waiting.ts';
import { company, contract, day, payment, paymentsPath, person, timesheetsPath, tokenOf } from '../support/fixtures.ts';
import { ownProduct } from '../support/programs/own-product.ts';

const dates = 'fromDate=2024-01-01&toDate=2024-12-31';
const lists = [paymentsPath, timesheetsPath];
const forms = Object.entries({ page: {}, file: { Accept: 'text/csv' } });
const companyPath = '/api/v1/external/reports/client/company';

const companies = [company('acme'), company('rival'), rows('acme'), rows('rival')];
const product = await ownProduct({ TRUST_PROXY: '127.0.0.1' }, ...companies);
const tokens: Record<string, string> = {
  acme: await tokenOf(product.url, 'acme'),
  rival: await tokenOf(product.url, 'rival'),
};

it('Placeholders that tools send for described headers are answered', async () => {
  const described = Object.entries(document.paths).flatMap(([path, { get: operation }]) => {
    const parameters = operation?.parameters ?? [];
    return path.startsWith('/api/') && operation ? [{ path, parameters }] : [];
  });
  expect(described.length).toBeGreaterThan(6);
  for (const { path, parameters } of described) {
    const requested = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const query = new URLSearchParams(
      requested.map(({ name, example }): [string, string] => [name, String(example)]),
    ).toString();
    const headers = Object.fromEntries(
      parameters
        .filter(({ in: place }) => place === 'header')
        .map(({ name, schema }): [string, string] => [name, schema.default ?? '<string>']),
    );
    const answer = await get(`${path}?${query}`, headers);
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

it.each(lists)('Polling answers 304 without a body to a client that has the answer already: %s', async (list) => {
  const first = await get(`${list}?${dates}`).expect(200);
  expect(first.headers).toMatchObject({
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept, Accept-Encoding',
  });
  const again = await get(`${list}?${dates}`, { 'If-None-Match': etagOf(first) }).expect(304);
  expect(again.text).toBe('');
  expect(Object.keys(again.headers).sort()).toEqual([
    'cache-control',
    'connection',
    'date',
    'etag',
    'ratelimit-limit',
    'ratelimit-policy',
    'ratelimit-remaining',
    'ratelimit-reset',
    'report-version',
    'vary',
    'x-content-type-options',
    'x-request-id',
  ]);
  for (const name of ['etag', 'report-version', 'cache-control', 'vary'])
    expect(again.headers[name]).toBe(first.headers[name]);
});

it.each(forms)('Polling reads nothing of the report for a 304 of a %s', async (_, accept) => {
  const requested = `${paymentsPath}?${dates}&sortField=contractor`;
  const etag = etagOf(await get(requested, accept));
  await product.reporting.stop();
  await product.restartReporting(async () => (await get(`${timesheetsPath}?${dates}`)).status === 200);
  const unlock = await lockTable(product.databaseUrl, 'reporting.contracts');
  try {
    await get(requested, { ...accept, 'If-None-Match': etag }).expect(304);
  } finally {
    await unlock();
  }
});

it('Polling takes the tag in each form that clients and proxies send in If-None-Match, and nothing else', async () => {
  const full = await get(`${paymentsPath}?${dates}`);
  const etag = etagOf(full);
  const strong = etag.slice(2);
  const suffixed = ['-gzip', '--gzip', ';br'].map((suffix) => etag.replace(/"$/, `${suffix}"`));
  for (const header of [strong, `"other", W/"another" ,${etag}, ""`, '*', ...suffixed, `${strong}-gzip`]) {
    const answer = await get(`${paymentsPath}?${dates}`, { 'If-None-Match': header });
    expect([header, answer.status, etagOf(answer)]).toEqual([header, 304, etag]);
  }
  for (const header of ['W/"other"', '"*"', '"', '*, *', 'é']) {
    const answer = await get(`${paymentsPath}?${dates}`, { 'If-None-Match': header });
    expect([header, answer.status, answer.text]).toEqual([header, 200, full.text]);
  }
});

it.each(['/health', companyPath, '/.well-known/jwks.json', '/.well-known/oauth-authorization-server'])(
  'Polling answers %s in full, without an etag, also where any tag is accepted',
  async (path) => {
    const full = await get(path).expect(200);
    expect((await get(path, { 'If-None-Match': '*' }).expect(200)).body).toEqual(full.body);
  },
);

it('Polling says what is wrong with a request before it says that nothing has changed', async () => {
  const any = { 'If-None-Match': '*' };
  await get(`${paymentsPath}?${dates}&page=0`, any).expect(400);
  await request(product.url).get(`${paymentsPath}?${dates}`).set(any).expect(401);
});

it('Polling has another tag after a change, and the same tag for other companies', async () => {
  const tagsOf = (id: string) => Promise.all(lists.map(async (list) => etagOf(await getAs(id, `${list}?${dates}`))));
  const [acme, rival] = [await tagsOf('acme'), await tagsOf('rival')];
  await query(product.databaseUrl, `update reporting.people set last_name = 'Other' where id = 'acme-ana'`);
  for (const [index, list] of lists.entries()) {
    await get(`${list}?${dates}`, { 'If-None-Match': acme[index] ?? '' }).expect(200);
  }
  expect((await tagsOf('acme')).filter((etag) => acme.includes(etag))).toEqual([]);
  expect(await tagsOf('rival')).toEqual(rival);
});

it('One query has one tag, and no other query or company has it', async () => {
  const queries = [
    '',
    '&page=2',
    '&itemsPerPage=11',
    '&teamIds=acme-team',
    '&contractorIds=acme-team',
    '&sortOrder=asc',
    '&sortOrder=desc&sortField=contractor',
    '&sortOrder=asc&sortField=contractor',
  ];
  const tags = [];
  for (const id of ['acme', 'rival']) {
    for (const list of lists) {
      for (const filters of queries) tags.push(etagOf(await getAs(id, `${list}?${dates}${filters}`)));
    }
  }
  // One of the two directions is the default of each report.
  expect(new Set(tags).size).toBe(tags.length - 2);
  const spelt = await get(`${paymentsPath}?${dates}&page=1&itemsPerPage=10&teamIds[0]=acme-team&teamIds=acme-team`);
  expect(etagOf(spelt)).toBe(tags[3]);
});

it.each(lists)('HEAD has the headers of GET: %s', async (list) => {
  const [full, head] = [await get(`${list}?${dates}`), await getAs('acme', `${list}?${dates}`, {}, 'head')];
  expect([head.status, head.text]).toEqual([200, undefined]);
  expect(steady(head.headers)).toEqual(steady(full.headers));
  expect(head.headers).toHaveProperty('content-length', String(Buffer.byteLength(full.text)));
  const cached = { 'If-None-Match': etagOf(full) };
  const unchanged = await getAs('acme', `${list}?${dates}`, cached, 'head');
  expect(unchanged.status).toBe(304);
  expect(steady(unchanged.headers)).toEqual(steady((await get(`${list}?${dates}`, cached)).headers));
});

const versionOf = ({ headers }: request.Response) => String(headers['report-version']);
const change = () =>
  query(product.databaseUrl, `update reporting.scheduled_payments set amount = amount + 1 where id = 'acme-p1'`);

it('Report-Version is the same for both reports, as page, file and 304, and differs after a change', async () => {
  const csv = { Accept: 'text/csv' };
  const answers = async () => {
    const requested = lists.flatMap((list) => [{}, csv].map((headers) => ({ path: `${list}?${dates}`, headers })));
    const full = await Promise.all(requested.map(({ path, headers }) => get(path, headers).expect(200)));
    const unchanged = await Promise.all(
      requested.map(({ path, headers }, index) =>
        get(path, { ...headers, 'If-None-Match': String(full[index]?.headers.etag) }).expect(304),
      ),
    );
    return new Set([...full, ...unchanged].map(versionOf));
  };
  const [before, ...others] = await answers();
  expect([before, others]).toEqual([expect.stringMatching(/^"A[\w-]+"$/), []]);
  await change();
  const [after, ...more] = await answers();
  expect(more).toEqual([]);
  expect(after).not.toBe(before);
});

it.each(forms)(
  'Report-Version in If-Match lets a %s through as long as the data are of that version',
  async (_, accept) => {
    const requested = `${paymentsPath}?${dates}`;
    const version = versionOf(await get(requested, accept));
    for (const matching of [version, version.slice(1, -1), `"other", ${version}`, '*']) {
      await get(requested, { ...accept, 'If-Match': matching }).expect(200);
    }
    for (const other of ['"other"', '', 'W/"other"', etagOf(await get(requested, accept))]) {
      await get(requested, { ...accept, 'If-Match': other }).expect(412);
    }
    await change();
    const refused = await get(requested, { ...accept, 'If-Match': version, 'If-None-Match': '*' }).expect(412);
    expect(refused.body).toMatchObject({ error: 'data_changed' });
    await getAs('acme', requested, { ...accept, 'If-Match': version }, 'head').expect(412);
    await get(`${requested}&page=0`, { 'If-Match': version }).expect(400);
  },
);

it.each(forms)(
  'An invalid Report-Version is refused by 400, since a caller would rely on it by mistake: a %s',
  async (_, accept) => {
    const message = 'must be a Report-Version of this service, in quotes';
    const given = versionOf(await get(`${paymentsPath}?${dates}`, accept));
    for (const version of [
      'abc',
      `W/${given}`,
      `${given},${given}`,
      '""',
      '48211023',
      `"${given.slice(1, -1)}="`,
      `"A${given.slice(1)}`,
    ]) {
      const refused = await get(`${paymentsPath}?${dates}`, { ...accept, 'Report-Version': version }).expect(400);
      expect(refused.body).toMatchObject({
        error: 'validation_error',
        message: `The request is not valid. Report-Version: ${message}`,
        details: { 'Report-Version': { message } },
      });
    }
    for (const version of ['', given, given.slice(1, -1)])
      await get(`${paymentsPath}?${dates}`, { ...accept, 'Report-Version': version }).expect(200);
  },
);

const narrow = `${dates}&itemsPerPage=1`;

it.each([
  ['the first page', 1, { first: 1, next: 2, last: 3 }],
  ['a page between', 2, { first: 1, prev: 1, next: 3, last: 3 }],
  ['the last page', 3, { first: 1, prev: 2, last: 3 }],
  ['a page past the end', 9, { first: 1, prev: 3, last: 3 }],
  ['a page without rows', 1, { first: 1, last: 1 }, 'fromDate=1999-01-01&toDate=1999-01-01'],
] as [string, number, object, string?][])(
  'The Link header leads on from %s',
  async (_, page, expected, range = narrow) => {
    const response = await getAs('rival', `${paymentsPath}?${range}&page=${page}`).expect(200);
    const links = Object.entries(expected).map(([rel, target]) => [
      rel,
      `${product.url}${paymentsPath}?${range}&page=${target}`,
    ]);
    expect(linksOf(response)).toEqual(Object.fromEntries(links));
  },
);

it('The Link header leads from page to page through every row once', async () => {
  const ids = [];
  let next: string | undefined = `${product.url}${paymentsPath}?${narrow}&teamIds[]=rival-team&sortField=budget`;
  while (next !== undefined) {
    const response = await getAs('rival', next.slice(product.url.length));
    ids.push(...(response.body as { results: { _id: string }[] }).results.map(({ _id }) => _id));
    next = linksOf(response).next;
  }
  expect(ids).toEqual(['rival-p3', 'rival-p2', 'rival-p1']);
});

it('The Link header has the scheme and host of the request to a trusted proxy', async () => {
  const headers = { Host: 'reports.test', 'X-Forwarded-Proto': 'https' };
  const response = await getAs('rival', `${paymentsPath}?${narrow}`, headers).expect(200);
  expect(linksOf(response).next).toBe(`https://reports.test${paymentsPath}?${narrow}&page=2`);
});

it('The Link header has only the query where the request names no host', async () => {
  const [response] = await exchange(
    product.url,
    `GET ${paymentsPath}?${narrow} HTTP/1.0\r\nAuthorization: Bearer ${tokens.rival}\r\n\r\n`,
  );
  expect(response?.headers.link).toContain(`<?${narrow}&page=2>; rel="next"`);
});

it.each([
  [
    'p%61ge=1&',
    '&teamIds[0]=a%2Cb&teamIds[]=c+d&contractorIds=%5B%22e%22%5D',
    '&teamIds%5B0%5D=a%2Cb&teamIds%5B%5D=c+d&contractorIds=%5B%22e%22%5D',
  ],
  ['', 'teamIds=a,b', 'teamIds=a%2Cb'],
  ['', 'teamIds=["a","b"]', 'teamIds=%5B%22a%22%2C%22b%22%5D'],
])('The Link header keeps the filters as given, without comma or semicolon: %s%s', async (before, filters, linked) => {
  const response = await get(`${paymentsPath}?${before}${dates}&${filters}&itemsPerPage=1`).expect(200);
  expect(linksOf(response).first).toBe(
    `${product.url}${paymentsPath}?${dates}&${linked.replace(/^&/, '')}&itemsPerPage=1&page=1`,
  );
});

it('The Link header escapes characters that no link may hold, and means the same', async () => {
  const [response] = await exchange(
    product.url,
    `GET ${paymentsPath}?${dates}&teamIds=["rival-team"]&contractorIds=<rival-ana>,\\ HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: Bearer ${tokens.rival}\r\nConnection: close\r\n\r\n`,
  );
  expect(response?.status).toBe(200);
  const link = `${paymentsPath}?${dates}&teamIds=%5B%22rival-team%22%5D&contractorIds=%3Crival-ana%3E%2C%5C&page=1`;
  expect(response?.headers.link).toBe(`<http://x${link}>; rel="first", <http://x${link}>; rel="last"`);
  const asLinked = await getAs('rival', link).expect(200);
  expect(etagOf(asLinked)).toBe(response?.headers.etag);
});

it('The Link header has only the next page, or none, where it would be too long for a header', async () => {
  const query = (length: number) => `${narrow}&teamIds=rival-team&contractorIds=rival-ana,${'x'.repeat(length)}`;
  const long = query(1_500);
  expect(linksOf(await getAs('rival', `${paymentsPath}?${long}&page=2`).expect(200))).toEqual({
    next: `${product.url}${paymentsPath}?${long.replace(',x', '%2Cx')}&page=3`,
  });
  for (const path of [`${paymentsPath}?${long}&page=3`, `${paymentsPath}?${query(9_000)}&page=2`]) {
    expect((await getAs('rival', path).expect(200)).headers.link).toBeUndefined();
  }
});

function get(path: string, headers: Record<string, string> = {}) {
  return getAs('acme', path, headers);
}

function getAs(id: string, path: string, headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') {
  const requested = method === 'get' ? request(product.url).get(path) : request(product.url).head(path);
  return requested.set({ Authorization: `Bearer ${tokens[id]}`, ...headers });
}

function etagOf({ headers }: request.Response): string {
  return String(headers.etag);
}

/** Headers that two answers to one query share. */
function steady(headers: Record<string, string>) {
  const changing = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
}

function linksOf({ headers }: request.Response): Record<string, string> {
  const links = String(headers.link).matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries(Array.from(links, ([, target = '', rel = '']) => [rel, target]));
}

function rows(id: string) {
  const ofCompany = { company_id: id, contractor_id: `${id}-ana`, employer_id: `${id}-ana`, team_id: `${id}-team` };
  return {
    people: [person(`${id}-ana`, 'Ana', 'A')],
    teams: [{ id: `${id}-team`, company_id: id, name: 'Core' }],
    contracts: [
      contract(`${id}-fixed`, { ...ofCompany, title: 'Site' }),
      contract(`${id}-hourly`, { ...ofCompany, type: 'hourly', title: 'Help', rate: 10 }),
    ],
    scheduled_payments: [1, 2, 3].map((n) =>
      payment(`${id}-p${n}`, { contract_id: `${id}-fixed`, amount: n, scheduled_payment_on: `2024-0${n}-01` }),
    ),
    timesheet_days: [day(`${id}-hourly`, '2024-02-01')],
  };
}
