// make-fetch-happen: make-fetch-happen@16.0.1
import fetch from 'make-fetch-happen';

const [url, token] = process.argv.slice(2);
console.log((await fetch(url, { retry: 3, headers: { Authorization: `Bearer ${token}` } })).status);
