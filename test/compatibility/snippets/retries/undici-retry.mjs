// undici RetryAgent: undici@8.13.1
import { Agent, request, RetryAgent } from 'undici';

const [url, token] = process.argv.slice(2);
const dispatcher = new RetryAgent(new Agent(), { maxRetries: 3 });
console.log((await request(url, { dispatcher, headers: { Authorization: `Bearer ${token}` } })).statusCode);
