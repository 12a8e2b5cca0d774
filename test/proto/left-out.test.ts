import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { root } from '../support/programs/command.ts';

/** What a colleague may forget of a filter, a field or a report does not compile: each of these changes is an error in the last file. */
const payments = 'services/reporting/scheduled-payments';
const [filters, definition] = [`${payments}/filters.ts`, 'proto/scheduled-payments.ts'];
const reports = 'services/reporting/reports.ts';
const sample = 'test/sample-report/paid-contracts.ts';
const pages = 'services/reporting/answers/pages.ts';
const filter = 'minAmount: { ofRow: sql`p.amount >= :minAmount::numeric` },';
const other = `other: { kind: 'ids', list: 'teams', description: 'Teams.', example: ['t'] }, minAmount: {`;
const status = `status: { kind: 'status', example: 'paid' },`;

it.each([
  ['the SQL of a filter', filters, filter, '', filters],
  ['whether roll-ups can answer a filter', filters, filter, `minAmount: 'in each statement',`, filters],
  ['what a filter means', definition, 'minAmount: {', other, 'test/support/reports/reference-implementation.ts'],
  ['the changes of a report', reports, ', changes: changedPayments', '', reports],
  ['which rows a change concerns', sample, /^ {2}touched: .*\n/m, '', sample],
  [
    'the SQL of a field',
    definition,
    status,
    `${status} currency: { kind: 'text', example: 'USD' },`,
    `${payments}/rows.ts`,
  ],
  ['the choice of a server', pages, '.read(request, signal, async (', '.choose(request, signal, async (', pages],
])('%s', (_, changed, text, replacement, named) => {
  const [file, checked] = [path.join(root, changed), path.join(root, named)];
  const before = readFileSync(file, 'utf8');
  const after = before.replace(text, replacement);
  expect(after).not.toBe(before);
  expect(errorsIn(checked, file, after)).not.toEqual([]);
});

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
  config: object;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const host = ts.createCompilerHost(options);
const parse = host.getSourceFile.bind(host);
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Of a file, where `changed` has this text. */
function errorsIn(file: string, changed: string, text: string): ts.Diagnostic[] {
  host.getSourceFile = (name, version) => {
    if (name === changed) return ts.createSourceFile(name, text, version, true);
    if (!parsed.has(name)) parsed.set(name, parse(name, version));
    return parsed.get(name);
  };
  const program = ts.createProgram([file], options, host);
  return [...program.getSemanticDiagnostics(program.getSourceFile(file))];
}
