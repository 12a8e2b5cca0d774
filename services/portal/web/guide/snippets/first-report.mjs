const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;

async function ask(path, init) {
  const answer = await fetch(`http://localhost:8080${path}`, init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const { accessToken } = await ask('/auth/token', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ clientId, clientSecret }),
});

const query = new URLSearchParams({ fromDate: '2026-01-01', toDate: '2026-12-31' });
const report = await ask(`/api/v1/external/reports/client/scheduled-payments/list?${query}`, {
  headers: { Authorization: `Bearer ${accessToken}` },
});
console.log(JSON.stringify(report));
