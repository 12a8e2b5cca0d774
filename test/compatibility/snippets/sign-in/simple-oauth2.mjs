// simple-oauth2: simple-oauth2@5.1.0
import { ClientCredentials } from 'simple-oauth2';

const [url, id, secret] = process.argv.slice(2);
const auth = { tokenHost: new URL(url).origin, tokenPath: new URL(url).pathname };
await new ClientCredentials({ client: { id, secret }, auth }).getToken({}).then(
  ({ token }) => console.log('token', token.access_token.length > 0),
  (error) => console.log(`${error.name}: ${error.data?.payload?.error_description ?? error.message}`),
);
