import { createClient } from '@platform/client-reporting';

const client = createClient({
  baseUrl: 'http://localhost:8080',
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});

const report = await client.scheduledPayments.list({ fromDate: '2026-01-01', toDate: '2026-12-31' });
console.log(JSON.stringify(report));
