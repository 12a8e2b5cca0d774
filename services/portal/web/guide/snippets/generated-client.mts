// npx openapi-typescript http://localhost:8080/openapi.json --output client-reporting.d.ts
import createClient from 'openapi-fetch';
import type { paths } from './client-reporting.d.ts';

// The media type makes `data` a page. Without it, `data` could be a file as well.
const client = createClient<paths, 'application/json'>({ baseUrl: 'http://localhost:8080' });

const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;
const token = await client.POST('/auth/token', { body: { clientId, clientSecret } });
if (token.error) throw new Error(token.error.message);

const { data, error } = await client.GET('/api/v1/external/reports/client/scheduled-payments/list', {
  headers: { Authorization: `Bearer ${token.data.accessToken}` },
  params: { query: { fromDate: '2026-01-01', toDate: '2026-12-31', scheduledPaymentStatuses: ['paid'] } },
});
if (error) throw new Error(error.message);
console.log(data.statistics.totalScheduledPaymentsPaidAmount);
for (const { name, amount, contract } of data.results) console.log(name, amount, contract.contractor.lastName);
