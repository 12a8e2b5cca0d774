import { createClient } from '@platform/client-reporting';

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
const client = createClient({ baseUrl: 'http://localhost:8080', clientId, clientSecret });

// It waits where a limit is used up, and throws if the data change between two pages.
for await (const { results } of client.timesheets.pages({ fromDate: '2026-01-01', toDate: '2026-12-31' })) {
  for (const { contract, statistics } of results) console.log(contract.title, statistics.trackedMinutes);
}
