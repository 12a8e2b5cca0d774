import { expect, it } from '@jest/globals';
import { sharedProduct } from '../support/programs/shared-product.ts';
import { query } from '../support/postgres/database.ts';
import { authorizedGet, company, contractOf, person, tokenOf } from '../support/fixtures.ts';

const base = '/api/v1/external/reports/client';

/** Names, and what finds each of them. */
const alike: [first: string, last: string, ...searches: string[]][] = [
  ['Sinéad', 'O’Brien', "o'brien", 'SINEAD O`BRIEN', 'o´brien', 'oʼbrien', 'o‘b'],
  ['Kealoha', "Ka'imi", 'ka’imi', 'kaʻimi'],
  ['Jean–Luc', 'Picard', 'jean-luc', 'Jean‑Luc', 'jean−luc', 'jean—luc'],
  ['Ada', 'King', '  king', 'ada  king', 'ada\u00a0\u00a0king ', 'king, ada', 'King,Ada', 'a\u200bda', 'ki\u00adng'],
  ['Ada\u200b', 'Zero', 'ada zero', 'zero, ada'],
  ['Sukarno', '', 'sukarno', ' SUKARNO '],
  ['Björk', 'Guðmundsdóttir', 'gudmundsdottir'],
  ['Þóra', 'Æsir', 'thora', 'aesir'],
  ['Søren', 'Œuvre', 'soren', 'oeuvre', 'SØREN'],
  ['Đorđe', 'Weiẞ', 'dorde', 'weiss', 'weiß'],
  ['Işık', 'Ħal', 'isik', 'hal'],
  ['Οδυσσεύς', 'أحمد', 'οδυσσευς', 'ΟΔΥΣΣΕΎΣ', 'أحمد'],
  ['Lo', `${'x'.repeat(300)} Tail`, 'x tail'],
  ['Ann\nMarie', 'Lee', 'ann marie', 'lee, ann marie'],
];

const contract = contractOf('names');
const product = await sharedProduct(company('names'), company('rival-of-names'), company('alike'), {
  people: [
    ...alike.map(([first, last], n) => person(`alike-${n}`, first, last)),
    person('names-lu1', 'Łukasz', 'Nowak'),
    person('names-lu2', 'łukasz', 'NOWAK'),
    person('names-zoe', 'Zoë', 'Ångström'),
    person('names-ana', 'Ana', 'García'),
    person('names-other', 'Of', 'Rival'),
  ],
  teams: [
    { id: 'quality', company_id: 'alike', name: 'Quality, “East”  1' },
    { id: 'd', company_id: 'names', name: 'Design' },
    { id: 'u', company_id: 'names', name: 'Überblick' },
    { id: 'e', company_id: 'names', name: 'Without contracts' },
    { id: 'r', company_id: 'rival-of-names', name: 'Design of rival' },
  ],
  contracts: [
    ...alike.map((_, n) =>
      contract(`alike-${n}`, { company_id: 'alike', contractor_id: `alike-${n}`, team_id: 'quality' }),
    ),
    ...['Web', 'app', 'Logo', 'Brand'].map((title, n) =>
      contract(`names-${n}`, { title, contractor_id: 'names-lu1', team_id: 'd' }),
    ),
    contract('names-4', { contractor_id: 'names-lu2', team_id: 'u' }),
    contract('names-5', { contractor_id: 'names-zoe', employer_id: 'names-ana', type: 'hourly', rate: '60' }),
    contract('rival-of-names-1', { company_id: 'rival-of-names', contractor_id: 'names-other', team_id: 'r' }),
  ],
});
const token = await tokenOf(product.url, 'names');
const alikeToken = await tokenOf(product.url, 'alike');

const lu1 = {
  _id: 'names-lu1',
  firstName: 'Łukasz',
  lastName: 'Nowak',
  contracts: { count: 4, titles: ['app', 'Brand', 'Logo'] },
};
const lu2 = { _id: 'names-lu2', firstName: 'łukasz', lastName: 'NOWAK', contracts: { count: 1, titles: ['Web'] } };
const zoe = { _id: 'names-zoe', firstName: 'Zoë', lastName: 'Ångström', contracts: { count: 1, titles: ['Web'] } };

it('The list has the contractors of the company’s contracts by name, with the first titles of their contracts', async () => {
  const answer = await get('contractors/list').expect(200);
  expect(answer.body).toEqual({
    results: [zoe, lu1, lu2],
    pagination: { currentPage: 1, itemsPerPage: 10, pagesCount: 1, totalCount: 3 },
  });
});

it('The list has the teams of the company’s contracts by name', async () => {
  const answer = await get('teams/list').expect(200);
  expect((answer.body as { results: object }).results).toEqual([
    { _id: 'd', name: 'Design' },
    { _id: 'u', name: 'Überblick' },
  ]);
});

it.each([
  ['contractors/list?search=lukasz', [lu1, lu2]],
  ['contractors/list?search=NOWAK%20ł', [lu1, lu2]],
  ['contractors/list?search=angstr', [zoe]],
  ['contractors/list?search=ÅNGSTRÖM', [zoe]],
  ['contractors/list?search=a%CC%8Angstro%CC%88m', [zoe]],
  ['contractors/list?search=nowak%20ŁUK', [lu1, lu2]],
  ['contractors/list?search=%25', []],
  ['contractors/list?search=Rival', []],
  ['contractors/list?ids=names-lu2,names-zoe,names-other', [zoe, lu2]],
  ['contractors/list?itemsPerPage=1&page=3', [lu2]],
  ['teams/list?search=uber', [{ _id: 'u', name: 'Überblick' }]],
  ['teams/list?search=contracts', []],
])('The lists find by a part of the name, by ids and by page: %s', async (path, results) => {
  const answer = await get(path).expect(200);
  expect((answer.body as { results: object }).results).toEqual(results);
});

it.each(alike.flatMap(([first, last, ...searches]) => searches.map((search) => ({ search, first, last }))))(
  'The lists find names that look the same to people: $search finds $first $last',
  async ({ search, first, last }) => {
    const path = `contractors/list?search=${encodeURIComponent(search)}`;
    const answer = await get(path, { Authorization: `Bearer ${alikeToken}` }).expect(200);
    expect(answer.body).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ firstName: first, lastName: last })]) as unknown,
    });
  },
);

it.each(['quality ', 'Quality “east”', 'quality, "east', 'east" 1', ' '])(
  'The lists find a team by letters that look the same: %s',
  async (search) => {
    const path = `teams/list?search=${encodeURIComponent(search)}`;
    const answer = await get(path, { Authorization: `Bearer ${alikeToken}` }).expect(200);
    expect(answer.body).toMatchObject({ results: [{ _id: 'quality' }] });
  },
);

it('The lists change with a name, and are 304 without a change of one', async () => {
  const first = await get('contractors/list').expect(200);
  const conditions = { 'If-None-Match': first.headers.etag ?? '' };
  await get('contractors/list', conditions).expect(304);
  await query(product.databaseUrl, `update reporting.people set first_name = 'Zoe' where id = 'names-zoe'`);
  await get('contractors/list', conditions).expect(200);
});

it.each([
  ['teams/list?name=x', 'name', 'is not a parameter here; the parameters are search, ids, page, itemsPerPage'],
  ['teams/list?page=0', 'page', 'must be a whole number from 1, digits only'],
])('The lists refuse %s', async (path, name, message) => {
  expect((await get(path).expect(400)).body).toMatchObject({ details: { [name]: { message } } });
});

it('The company has its name', async () => {
  const answer = await get('company').expect(200);
  expect(answer.body).toEqual({ _id: 'names', companyName: 'Company names' });
});

function get(path: string, headers: Record<string, string> = {}) {
  return authorizedGet(product.url, token, `${base}/${path}`, headers);
}
