import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { root } from '../support/programs/command.ts';

/** What a colleague may forget of a filter, a field or a report does not compile: each of these changes is an error in the last file. */
const payments = 'services/reporting/scheduled-payments';
const filter = `minAmount: { ofRow: 'p.amount >= :minAmount::numeric' },`;
const ofTeams = `kind: 'ids', list: 'teams', description: 'Teams.', example: ['t'] },`;

it.each([
  ['the SQL of a filter', `${payments}/filters.ts`, filter, '', `${payments}/filters.ts`],
  [
    'whether roll-ups can answer a filter',
    `${payments}/filters.ts`,
    filter,
    `minAmount: 'in each statement',`,
    `${payments}/filters.ts`,
  ],
  [
    'the SQL of another filter',
    'proto/scheduled-payments.ts',
    'minAmount: {',
    `other: { ${ofTeams} minAmount: {`,
    `${payments}/filters.ts`,
  ],
  [
    'what another filter means',
    'proto/scheduled-payments.ts',
    'minAmount: {',
    `other: { ${ofTeams} minAmount: {`,
    'test/support/reports/reference-implementation.ts',
  ],
  [
    'the changes of a report',
    'services/reporting/reports.ts',
    ', changes: paymentChanges',
    '',
    'services/reporting/reports.ts',
  ],
  [
    'the sums of a report',
    'services/reporting/reports.ts',
    'sums: timesheetsSummary, ',
    '',
    'services/reporting/reports.ts',
  ],
  [
    'which rows a change concerns',
    'test/sample-report/paid-contracts.ts',
    /^ {2}touched: .*\n/m,
    '',
    'test/sample-report/paid-contracts.ts',
  ],
  [
    'the SQL of a field',
    'proto/scheduled-payments.ts',
    `status: { kind: 'status', example: 'paid' },`,
    `status: { kind: 'status', example: 'paid' }, currency: { kind: 'text', example: 'USD' },`,
    `${payments}/rows.ts`,
  ],
  [
    'the choice of a server',
    'services/reporting/names/list-names.ts',
    'servers.read(request, signal, async (choice)',
    'servers.choose(request, signal, async (choice)',
    'services/reporting/names/list-names.ts',
  ],
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
