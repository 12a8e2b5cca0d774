// got: got@16.1.0
// `cacheOptions: { shared: false }`
import got from 'got';

const [url, ...tokens] = process.argv.slice(2);
const cache = new Map();
for (const token of [tokens[0], tokens[0], tokens[1]]) {
  const { results } = await got(url, { cache, headers: { Authorization: `Bearer ${token}` } }).json();
  console.log(results.length);
}
