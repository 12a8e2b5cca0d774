// superagent: superagent@10.4.2
// wait in the callback of `retry`
import superagent from 'superagent';

const [url, token] = process.argv.slice(2);
console.log((await superagent.get(url).set('Authorization', `Bearer ${token}`).retry(3)).status);
