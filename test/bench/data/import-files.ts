import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeCsvFiles } from '../../../local/csv-files.ts';

const contracts = 2_000;

/** Writes the files of a company that isn't there yet, with so many payments. */
export async function writeImportFiles(directory: string, companyId: string, payments: number): Promise<void> {
  const numbers = Array.from({ length: contracts }, (_, n) => n);
  await writeCsvFiles(directory, {
    companies: [{ id: companyId, name: companyId }],
    people: numbers.map((n) => ({ id: `${companyId}-person-${n}`, first_name: 'Ana', last_name: `García ${n}` })),
    teams: [{ id: `${companyId}-team`, company_id: companyId, name: 'Team' }],
    contracts: numbers.map((n) => ({
      id: `${companyId}-contract-${n}`,
      company_id: companyId,
      type: 'fixed',
      title: `Contract ${n}`,
      contractor_id: `${companyId}-person-${n}`,
      employer_id: `${companyId}-person-0`,
      team_id: `${companyId}-team`,
      rate: null,
    })),
  });
  const file = createWriteStream(path.join(directory, 'scheduled_payments.csv'));
  await pipeline(Readable.from(paymentLines(companyId, payments)), file);
}

const statuses = ['paid', 'paid', 'paid', 'upcoming', 'processing', 'failed', 'deleted'];

function* paymentLines(companyId: string, payments: number): Generator<string> {
  let lines = 'id,contract_id,name,amount,paid_amount,status,scheduled_payment_on\n';
  for (let n = 0; n < payments; n++) {
    const status = statuses[(n * 3) % statuses.length] ?? '';
    const amount = `${100 + ((n * 7_919) % 5_000)}.${10 + (n % 90)}`;
    const day = new Date(Date.UTC(2024, 0, 1 + ((n * 13) % 731))).toISOString().slice(0, 10);
    lines += `${companyId}-${n},${companyId}-contract-${(n * 31) % contracts},Milestone ${n},${amount},`;
    lines += `${status === 'paid' ? amount : 0},${status},${day}\n`;
    if (lines.length < 65_536) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}
