// got: got@16.1.0
import got from 'got';

const [url, token] = process.argv.slice(2);
console.log((await got(url, { headers: { Authorization: `Bearer ${token}` } })).statusCode);
