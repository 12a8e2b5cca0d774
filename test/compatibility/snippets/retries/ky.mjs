// ky: ky@2.1.0
import ky from 'ky';

const [url, token] = process.argv.slice(2);
console.log((await ky(url, { headers: { Authorization: `Bearer ${token}` } })).status);
