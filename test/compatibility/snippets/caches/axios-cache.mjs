// axios-cache-interceptor: axios-cache-interceptor@1.12.3 axios@1.21.1
import axios from 'axios';
import { setupCache } from 'axios-cache-interceptor';

const [url, ...tokens] = process.argv.slice(2);
const client = setupCache(axios.create());
for (const token of [tokens[0], tokens[0], tokens[1]]) {
  console.log((await client.get(url, { headers: { Authorization: `Bearer ${token}` } })).data.results.length);
}
