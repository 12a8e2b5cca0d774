// oauth4webapi: oauth4webapi@3.8.8
import * as oauth from 'oauth4webapi';

const [url, id, secret] = process.argv.slice(2);
const server = { issuer: new URL(url).origin, token_endpoint: url };
const client = { client_id: id };
const options = { [oauth.allowInsecureRequests]: true };
try {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    {},
    options,
  );
  console.log(
    'token',
    (await oauth.processClientCredentialsResponse(server, client, response)).access_token.length > 0,
  );
} catch (error) {
  console.log(`${error.name}: ${error.error_description ?? error.message}`);
}
