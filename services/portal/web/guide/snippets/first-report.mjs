const api = 'http://localhost:8080';
const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;

const answer = await fetch(`${api}/auth/token`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ clientId, clientSecret }),
});
const { accessToken } = await answer.json();

const query = new URLSearchParams({ fromDate: '2026-01-01', toDate: '2026-12-31' });
const report = await fetch(`${api}/api/v1/external/reports/client/scheduled-payments/list?${query}`, {
  headers: { Authorization: `Bearer ${accessToken}` },
});
console.log(JSON.stringify(await report.json()));
