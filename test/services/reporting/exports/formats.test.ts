import { expect, it } from '@jest/globals';
import type { Field, ReportDefinition } from '../../../../proto/report.ts';
import { reports } from '../../../../proto/reports.ts';
import { summaryDefinition } from '../../../../proto/summary.ts';
import { formats } from '../../../../services/reporting/exports/formats/formats.ts';
import { columnsOf } from '../../../../services/reporting/exports/workbook/columns.ts';
import { contractsDefinition, definitions } from '../../../sample-report/definitions.ts';
import { fileColumns } from '../../../../services/reporting/sql/fields.ts';
import type { Expressions } from '../../../../services/reporting/sql/fields.ts';
import { sharedProduct } from '../../../support/programs/shared-product.ts';
import { neverNull, sql } from '../../../../services/reporting/sql/statement.ts';
import type { Value } from '../../../../services/reporting/sql/statement.ts';
import { query } from '../../../support/postgres/database.ts';

const product = await sharedProduct();
const formatNames = ['csv', 'ndjson', 'xlsx', 'parquet'] as const;

it.each(formatNames)('A file as %s has its first bytes by its first batch of rows', async (format) => {
  const definition = reports.timesheets;
  const fields = Object.keys(definition.fields).map(() => [0, 0, 0, 1, 49]);
  const copied = async function* () {
    yield [Buffer.from([...Array<number>(19).fill(0), 0, fields.length, ...fields.flat()])];
    await new Promise(() => undefined);
  };
  for await (const bytes of formats[format].write(definition, copied(), 1_000)) {
    expect(bytes.length).toBeGreaterThan(0);
    break;
  }
});

it('A workbook has a column for each field of each report and of its sums, once, with its own heading', () => {
  for (const report of Object.values<ReportDefinition>(definitions)) {
    const { groups = [] } = report.sums ?? {};
    const sums = groups.flatMap((group) => (report.sums ? summaryDefinition(report, report.sums, [group]) : []));
    // A name that no statistic has would leave the column without a total.
    const statistics = [report, ...sums].flatMap((table) => Object.keys(table.statistics));
    const named = Object.values<Field>(report.fields).flatMap(({ sum }) => (typeof sum === 'string' ? [sum] : []));
    expect(statistics).toEqual(expect.arrayContaining(named));
    for (const { fields } of [report, ...sums]) {
      const columns = columnsOf(fields);
      expect(new Set(columns.flatMap((column) => column.fields))).toEqual(new Set(Object.keys(fields)));
      expect(columns.map(({ name }) => name)).toEqual([...new Set(columns.map(({ name }) => name))]);
    }
  }
  const { fields, statistics } = definitions['paid-contracts'];
  expect(columnsOf(fields, statistics).slice(-6)).toMatchObject([
    { name: 'Employer', kind: 'text', fields: ['employerFirstName', 'employerLastName'] },
    { name: 'Payments count', kind: 'count', fields: ['paymentsCount'], sums: ['paymentsCount'] },
    ...['Contract', 'Contractor', 'Employer', 'Team'].map((of) => ({
      ...{ name: `${of} id`, kind: 'id', fields: [`${of.toLowerCase()}Id`] },
    })),
  ]);
});

it('A row without values is whole in each format of text', async () => {
  const { fields } = contractsDefinition;
  const values: Expressions<typeof fields> = {
    ...{ id: neverNull(sql`'c1'::text`), title: neverNull(sql`'Web'::text`), contractor: neverNull(sql`''::text`) },
    ...{ team: sql`null::text` as Value, rate: sql`null::numeric` as Value },
  };
  // @ts-expect-error A title is never missing.
  expect({ ...values, title: sql`null` as Value } satisfies Expressions<typeof fields>).toBeDefined();
  const lines = (['csv', 'ndjson', 'xlsx'] as const).map((format) =>
    fileColumns(formats[format].row, contractsDefinition, values),
  );
  const rows = lines.map((line) => query<{ line: string }>(product.databaseUrl, `select ${line}`));
  expect((await Promise.all(rows)).flat().map(({ line }) => line)).toEqual([
    'c1,Web,,,\r\n',
    '{"_id":"c1","title":"Web","contractor":"","team":null}\n',
    '<row r="\u0001"><c r="B\u0002" t="str"><v>Web</v></c><c r="C\u0002" t="str"><v></v></c><c r="E\u0002" t="str"><v>c1</v></c></row>',
  ]);
});

async function cellsOf(texts: string[]): Promise<string[]> {
  const cells = await query<{ cell: string }>(
    product.databaseUrl,
    `select reporting.csv_text(text) as cell from unnest($1::text[]) with ordinality t (text, position) order by position`,
    [texts],
  );
  return cells.map(({ cell }) => cell);
}

it('A text is written so that no spreadsheet runs it', async () => {
  const texts = ['', '=1+1', 'a;"=1+1;b', 'a; " @x', 'a\n"-1\t+2', '＝1'];
  const cells = ['', `"'=1+1"`, `"a;""'=1+1;b"`, `"a; "" '@x"`, `"a\n""'-1\t'+2"`, `"'＝1"`];
  expect(await cellsOf(texts)).toEqual(cells);
});

it('A short text never has a formula behind a separator, quotes and blanks; without apostrophes it is what it was', async () => {
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
