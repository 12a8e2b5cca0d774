const token = process.env.TOKEN;
const list = 'http://localhost:8080/api/v1/external/reports/client/timesheets/list';

async function ask(page) {
  const query = new URLSearchParams({ fromDate: '2026-01-01', toDate: '2026-12-31', itemsPerPage: 100, page });
  const answer = await fetch(`${list}?${query}`, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 429 || answer.status === 503) {
    console.error(await answer.text());
    await new Promise((resolve) => setTimeout(resolve, answer.headers.get('Retry-After') * 1000));
    return ask(page);
  }
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

let pages = 1;
for (let page = 1; page <= pages; page += 1) {
  const { results, pagination } = await ask(page);
  for (const { contract, statistics } of results) console.log(contract.title, statistics.trackedMinutes);
  pages = pagination.pagesCount;
}
