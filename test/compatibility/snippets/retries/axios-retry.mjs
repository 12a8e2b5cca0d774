// axios-retry: axios-retry@4.5.0 axios@1.21.1
// `shouldResetTimeout: true`, 429 in `retryCondition`
import axios from 'axios';
import axiosRetry, { isNetworkOrIdempotentRequestError } from 'axios-retry';

const [url, token] = process.argv.slice(2);
const retryCondition = (error) => isNetworkOrIdempotentRequestError(error) || error.response?.status === 429;
axiosRetry(axios, { retries: 3, retryCondition });
console.log((await axios.get(url, { timeout: 10_000, headers: { Authorization: `Bearer ${token}` } })).status);
