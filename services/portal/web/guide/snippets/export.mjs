import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@platform/client-reporting';

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = createClient({ baseUrl: 'http://localhost:8080', clientId, clientSecret });

const file = await client.scheduledPayments.download({ fromDate: '2026-01-01', toDate: '2026-12-31' }, 'csv');
// It throws where the connection breaks before the last row.
await pipeline(file, createWriteStream('payments.part'));
await rename('payments.part', 'payments.csv');
