import { AccessApi, Configuration, ReportsApi } from './client/index.ts';

const { URL: basePath, ID: clientId, SECRET: clientSecret, SINCE: since } = process.env;
const access = new AccessApi(new Configuration({ basePath }));
const { accessToken: token } = await access.createToken({ createTokenRequest: { clientId, clientSecret } });
// It sends the token of OAuth as it is.
const accessToken = (scheme) => (scheme === 'oauth2' ? `Bearer ${token}` : token);
const reports = new ReportsApi(new Configuration({ basePath, accessToken }));
const year = { fromDate: '2026-01-01', toDate: '2026-12-31' };
const filters = { teamIds: ['design', 'sales'], scheduledPaymentStatuses: ['paid'] };
const answer = await reports.listScheduledPaymentsRaw({ ...year, ...filters });
const page = await answer.value();
const odd = await reports.listScheduledPayments({ ...year, minAmount: 10.5, maxAmount: 10.5, teamIds: null });
const changes = await reports.listChangesOfScheduledPayments({ ...year, since });
const etag = answer.raw.headers.get('ETag');
const refused = ({ response }) => response;
const unchanged = await reports.listScheduledPaymentsRaw({ ...year, ...filters, ifNoneMatch: etag }).catch(refused);
const limited = await reports.listContractorsRaw({}).catch(refused);
const shown = {
  sum: page.statistics.totalScheduledPaymentsPaidAmount.toFixed(2),
  rows: page.results.length,
  team: odd.results[0].contract.team,
  changed: changes.results.map(({ id, removed, amount }) => [id, removed, amount]),
  unchanged: unchanged.status,
  limited: [(await limited.json()).error, Number(limited.headers.get('Retry-After'))],
};
console.log(JSON.stringify(shown));
