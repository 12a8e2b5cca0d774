import { client } from './client/client.gen.ts';
import { createToken, listChangesOfScheduledPayments, listContractors, listScheduledPayments } from './client/index.ts';

const { URL: baseUrl, ID: clientId, SECRET: clientSecret, SINCE: since } = process.env;
client.setConfig({ baseUrl });
const token = await createToken({ body: { clientId, clientSecret } });
client.setConfig({ auth: token.data.accessToken });
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const filters = { teamIds: ['design', 'sales'], scheduledPaymentStatuses: ['paid'] };
const answer = await listScheduledPayments({ query: { ...year, ...filters } });
const odd = await listScheduledPayments({ query: { ...year, minAmount: 10.5, maxAmount: 10.5, teamIds: null } });
const changes = await listChangesOfScheduledPayments({ query: { ...year, since } });
const headers = { 'If-None-Match': answer.response.headers.get('ETag') };
const unchanged = await listScheduledPayments({ query: { ...year, ...filters }, headers });
const limited = await listContractors();
const shown = {
  sum: answer.data.statistics.totalScheduledPaymentsPaidAmount.toFixed(2),
  rows: answer.data.results.length,
  team: odd.data.results[0].contract.team,
  changed: changes.data.results.map(({ _id, removed, amount }) => [_id, removed, amount]),
  unchanged: unchanged.response.status,
  limited: [limited.error.error, Number(limited.response.headers.get('Retry-After'))],
};
console.log(JSON.stringify(shown));
