// undici cache: undici@8.13.1
// send `If-None-Match` yourself
import { Agent, interceptors, request } from 'undici';

const [url, ...tokens] = process.argv.slice(2);
const dispatcher = new Agent().compose(interceptors.cache({ type: 'private' }));
for (const token of [tokens[0], tokens[0], tokens[1]]) {
  const { body } = await request(url, { dispatcher, headers: { Authorization: `Bearer ${token}` } });
  console.log((await body.json()).results.length);
}
