import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const list = 'http://localhost:8080/api/v1/external/reports/client/scheduled-payments/list';
const answer = await fetch(`${list}?fromDate=2026-01-01&toDate=2026-12-31`, {
  headers: { Authorization: `Bearer ${process.env.TOKEN}`, Accept: 'text/csv' },
});
if (!answer.ok) throw new Error(await answer.text());
// It throws where the connection breaks before the last row.
await pipeline(answer.body, createWriteStream('payments.csv'));
