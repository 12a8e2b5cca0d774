// openid-client: openid-client@6.9.0
import * as client from 'openid-client';

const [url, id, secret] = process.argv.slice(2);
const server = { issuer: new URL(url).origin, token_endpoint: url };
const configuration = new client.Configuration(server, id, secret);
client.allowInsecureRequests(configuration);
await client.clientCredentialsGrant(configuration).then(
  ({ access_token }) => console.log('token', access_token.length > 0),
  (error) => console.log(`${error.name}: ${error.error_description ?? error.message}`),
);
