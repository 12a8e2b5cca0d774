import { expect, it } from '@jest/globals';
import { csvText } from '../../../../services/reporting/exports/formats/csv.ts';
import { query } from '../../../support/postgres/database.ts';
import { sharedProduct } from '../../../support/programs/shared-product.ts';

const product = await sharedProduct();

async function cellsOf(texts: string[]): Promise<string[]> {
  const cells = await query<{ cell: string }>(
    product.databaseUrl,
    `select ${csvText('text')} as cell from unnest($1::text[]) with ordinality t (text, position) order by position`,
    [texts],
  );
  return cells.map(({ cell }) => cell);
}

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a - b = c', 'a - b = c'],
  ['=1+1', `"'=1+1"`],
  [' =1+1', `" '=1+1"`],
  ['"=1+1', `"""'=1+1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a;"=1+1;b', `"a;""'=1+1;b"`],
  ['a; " @x', `"a; "" '@x"`],
  ['a\n"-1\t+2', `"a\n""'-1\t'+2"`],
  ['\ta', `"'\ta"`],
  ['＝1', `"'＝1"`],
])('the text %j is written so that no spreadsheet runs it', async (text, cell) => {
  expect(await cellsOf([text])).toEqual([cell]);
});

it('no short text has a formula behind a separator, quotes and blanks; without apostrophes it is what it was', async () => {
  const texts = [''];
  const letters = 'a;"=-\t\r\n '.split('');
  for (const text of texts) if (text.length < 4) texts.push(...letters.map((letter) => text + letter));
  expect(texts).toHaveLength(1 + 9 + 9 ** 2 + 9 ** 3 + 9 ** 4);
  const cells = await cellsOf(texts);
  expect(cells.filter((cell) => /(^|[;\t\r\n])["\s]*[=+@-]/.test(cell))).toEqual([]);
  const read = cells.map((cell) =>
    cell
      .replace(/^"([^]*)"$/, '$1')
      .replaceAll('""', '"')
      .replaceAll("'", ''),
  );
  expect(read).toEqual(texts);
});
