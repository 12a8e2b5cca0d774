import { createClient } from '@platform/client-reporting';

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = createClient({ baseUrl: 'http://localhost:8080', clientId, clientSecret });

const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
for await (const { month, statistics } of client.scheduledPaymentsSummary.rows({ ...year, groupBy: ['month'] })) {
  console.log(month, statistics.totalScheduledPaymentsPaidAmount);
}
