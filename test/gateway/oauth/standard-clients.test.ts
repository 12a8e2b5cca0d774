import { beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import * as oauth from 'openid-client';
import request from 'supertest';
import { readGatewayConfig } from '../../../gateway/config.ts';
import { discover } from '../../support/discover.ts';
import { startGateway } from '../../support/programs/gateway.ts';
import { load } from '../../support/programs/product.ts';
import { sharedProduct } from '../../support/programs/shared-product.ts';
import { company, ofOAuth, paymentsPath, secret, together } from '../../support/fixtures.ts';

const oauthPath = '/auth/oauth/token';
const invalidClient = { error: 'invalid_client', message: 'The client ID or the client secret is wrong.' };
const strange = { clientId: 'strange +%:&=é/client', clientSecret: 'se:cret +%&=é"', grantType: 'client_credentials' };

const product = await sharedProduct();

beforeAll(async () => {
  await load(
    product.databaseUrl,
    together(company('standard'), {
      oauth_applications: [
        {
          client_id: strange.clientId,
          client_secret: strange.clientSecret,
          user_id: 'standard-user',
          grant_types: 'client_credentials',
        },
      ],
    }),
  );
});

describe.each([
  ['the credentials in the form', oauth.ClientSecretPost],
  ['HTTP Basic', oauth.ClientSecretBasic],
])('openid-client, with %s,', (_, authentication) => {
  it.each([
    ['standard-client', secret],
    [strange.clientId, strange.clientSecret],
  ])(
    'finds the endpoints by itself, gets a token for %s, reads a report, and revokes the token',
    async (id, password) => {
      const configuration = await discover(product.url, id, authentication(password));
      const granted = await oauth.clientCredentialsGrant(configuration);
      expect(granted).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 3_600 });
      await report(granted.access_token).expect(200);
      await oauth.tokenRevocation(configuration, granted.access_token);
      await oauth.tokenRevocation(configuration, 'garbage');
    },
  );

  it('learns that its secret is wrong', async () => {
    const configuration = await discover(product.url, 'standard-client', authentication('a-wrong-secret'));
    await expect(oauth.clientCredentialsGrant(configuration)).rejects.toMatchObject(
      authentication === oauth.ClientSecretBasic
        ? { code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 401 }
        : {
            code: 'OAUTH_RESPONSE_BODY_ERROR',
            error: 'invalid_client',
            error_description: invalidClient.message,
            status: 401,
          },
    );
  });

  it('learns what else is wrong, at both endpoints', async () => {
    const configuration = await discover(product.url, 'standard-client', authentication(secret));
    await expect(oauth.genericGrantRequest(configuration, 'password', {})).rejects.toMatchObject({
      error: 'forbidden',
      error_description: 'The grant type must be client_credentials.',
    });
    await expect(oauth.tokenRevocation(configuration, 'x'.repeat(17_000))).rejects.toMatchObject({
      error: 'payload_too_large',
      error_description: 'The body exceeds 16 KiB.',
    });
  });
});

describe(`POST ${oauthPath} with a form`, () => {
  const good = { grant_type: 'client_credentials', client_id: 'standard-client', client_secret: secret };

  it('answers as it does to JSON', async () => {
    const response = await post(good).expect(200);
    expect(response.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600 });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('ignores other parameters, and takes any case of the scheme Basic', async () => {
    await post({ ...good, scope: 'ignored' }).expect(200);
    await post(
      { grant_type: good.grant_type, client_id: 'standard-client' },
      basic('standard-client', secret, 'bAsIc'),
    ).expect(200);
  });

  it.each(['UTF-8', 'utf8', '"utf-8"', 'utf_8', 'unicode-1-1-utf-8', 'ISO-8859-1', 'us-ascii', 'windows-1252'])(
    'takes text that is ASCII as the charset %s',
    async (charset) => {
      await send(String(new URLSearchParams(good)), `application/x-www-form-urlencoded; charset=${charset}`).expect(
        200,
      );
      await send(JSON.stringify(good), `application/json; charset=${charset}`).expect(200);
    },
  );

  it.each<[string, string | Buffer, string]>([
    ['iso-8859-1', Buffer.from('client_id=\xe9\xe9', 'latin1'), 'has a charset that is not supported; use UTF-8'],
    ['iso-8859-1', 'client_id=éé', 'has a charset that is not supported; use UTF-8'],
    ['utf-16', 'client_id=aa', 'has a charset that is not supported; use UTF-8'],
    ['none', 'client_id=aa', 'has a charset that is not supported; use UTF-8'],
    ['utf-8', Buffer.from('client_id=\xe9\xe9', 'latin1'), 'is not valid UTF-8'],
  ])('refuses a form whose charset is %s, with the bytes of %j', async (charset, body, message) => {
    const response = await fetch(`${product.url}/auth/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': `application/x-www-form-urlencoded; charset=${charset}` },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { details: { body: { message } } }]);
  });

  it.each<[string, string, string, object]>([
    ['nothing', '', '', required('client_id', 'client_secret', 'grant_type')],
    [
      'parameters without a value',
      'client_id=&client_secret=&grant_type=',
      '',
      required('client_id', 'client_secret', 'grant_type'),
    ],
    [
      'credentials that are too short',
      'client_id=x&client_secret=x&grant_type=g',
      '',
      both('must have at least 2 characters'),
    ],
    [
      'credentials that are too long',
      `client_id=${'x'.repeat(101)}&client_secret=${'x'.repeat(101)}&grant_type=g`,
      '',
      both('must have at most 100 characters'),
    ],
    ['a parameter twice', 'client_id=aa&client_id=aa', '', { client_id: { message: 'is given more than once' } }],
    ['broken percent-encoding', 'client_id=%zz', '', { client_id: { message: 'is not valid percent-encoded UTF-8' } }],
    [
      'encoded bytes that are no UTF-8',
      'client_id=%ff%ff',
      '',
      { client_id: { message: 'is not valid percent-encoded UTF-8' } },
    ],
    [
      'credentials both ways',
      'client_secret=secret',
      basic('standard-client', secret),
      { client_secret: { message: 'must not be given besides HTTP Basic' } },
    ],
    [
      'another client id than that of HTTP Basic',
      'client_id=rival',
      basic('standard-client', secret),
      { client_id: { message: 'is another one than that of HTTP Basic' } },
    ],
    ['HTTP Basic without a colon', '', `Basic ${Buffer.from('standard').toString('base64')}`, badBasic()],
    ['HTTP Basic that is no UTF-8', '', `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`, badBasic()],
    ['HTTP Basic with broken percent-encoding', '', `Basic ${Buffer.from('a%zz:b').toString('base64')}`, badBasic()],
    ['HTTP Basic and nothing after', '', 'Basic', badBasic()],
  ])('refuses %s', async (_, body, authorization, details) => {
    const response = await send(body, 'application/x-www-form-urlencoded', authorization).expect(400);
    const { message } = response.body as { message: string };
    expect(response.body).toEqual(ofOAuth({ error: 'validation_error', message, details }));
  });

  it('names the first 20 of many problems', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `p${index}`);
    const response = await send(names.map((name) => `${name}=%`).join('&'), 'application/x-www-form-urlencoded').expect(
      400,
    );
    const { details } = response.body as { details: Record<string, { message: string }> };
    expect(Object.keys(details)).toEqual([...names.slice(0, 20), '…']);
    expect(details['…']).toEqual({ message: '1980 more are wrong' });
    expect(response.text.length).toBeLessThan(5_000);
  });

  it('refuses more than 16 KiB', async () => {
    const long = await post({ ...good, padding: 'x'.repeat(16_384) }).expect(413);
    expect(long.body).toEqual(ofOAuth({ error: 'payload_too_large', message: 'The body exceeds 16 KiB.' }));
  });

  it.each(['standard-client:raw+secret', 'standard-client:raw%25secret', 'standard:client:secret'])(
    'says how HTTP Basic takes %s, where it may have come as it is',
    async (given) => {
      const authorization = `Basic ${Buffer.from(given).toString('base64')}`;
      const refused = await post({ grant_type: good.grant_type }, authorization).expect(401);
      const hint = 'HTTP Basic takes both form-urlencoded: %2B for +, %25 for %, %3A for a colon.';
      expect(refused.body).toEqual(ofOAuth({ ...invalidClient, message: `${invalidClient.message} ${hint}` }));
    },
  );

  it('refuses wrong credentials with a challenge where they came by HTTP Basic', async () => {
    const byForm = await post({ ...good, client_secret: 'wrong' }).expect(401);
    expect(byForm.body).toEqual(ofOAuth(invalidClient));
    expect(byForm.headers['www-authenticate']).toBeUndefined();
    const byBasic = await post({ grant_type: good.grant_type }, basic('standard-client', 'wrong')).expect(401);
    expect(byBasic.body).toEqual(ofOAuth(invalidClient));
    expect(byBasic.headers['www-authenticate']).toBe('Basic realm="client-reporting-api", charset="UTF-8"');
  });

  it('refuses another grant type', async () => {
    const response = await post({ ...good, grant_type: 'password' }).expect(403);
    expect(response.body).toEqual(
      ofOAuth({ error: 'forbidden', message: 'The grant type must be client_credentials.' }),
    );
  });
});

describe(`POST ${oauthPath} with JSON`, () => {
  const grant = 'client_credentials';
  const ownBasic = basic('standard-client', secret);

  it.each<[string, object, string]>([
    ['the names of OAuth', { client_id: 'standard-client', client_secret: secret, grant_type: grant }, ''],
    ['the names of /auth/token', { clientId: 'standard-client', clientSecret: secret, grantType: grant }, ''],
    ['names of both', { client_id: 'standard-client', clientSecret: secret, grant_type: grant }, ''],
    [
      'a name of each with the same value',
      {
        client_id: 'standard-client',
        clientId: 'standard-client',
        client_secret: secret,
        grant_type: grant,
        grantType: grant,
      },
      '',
    ],
    ['HTTP Basic', { grant_type: grant }, ownBasic],
    ['HTTP Basic, and grantType', { grantType: grant }, ownBasic],
    ['HTTP Basic, and the same client id', { clientId: 'standard-client', grantType: grant }, ownBasic],
  ])('takes %s', async (_, body, authorization) => {
    const response = await sendJson(body, authorization).expect(200);
    expect(response.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3_600 });
  });

  it.each<[string, object, string, object]>([
    [
      'two client ids',
      { client_id: 'standard-client', clientId: 'rival-client', client_secret: secret, grant_type: grant },
      '',
      differ('client_id', 'clientId'),
    ],
    [
      'two secrets and two grant types',
      {
        client_id: 'standard-client',
        client_secret: secret,
        clientSecret: 'other',
        grant_type: grant,
        grantType: 'password',
      },
      '',
      { ...differ('client_secret', 'clientSecret'), ...differ('grant_type', 'grantType') },
    ],
    [
      'a secret besides HTTP Basic',
      { clientSecret: secret, grantType: grant },
      ownBasic,
      { clientSecret: { message: 'must not be given besides HTTP Basic' } },
    ],
    [
      'a secret besides HTTP Basic, by its name in OAuth',
      { client_secret: secret, grant_type: grant },
      ownBasic,
      { client_secret: { message: 'must not be given besides HTTP Basic' } },
    ],
    [
      'credentials of another client besides HTTP Basic',
      { clientId: 'rival-client', clientSecret: secret, grantType: grant },
      ownBasic,
      { clientSecret: { message: 'must not be given besides HTTP Basic' } },
    ],
    [
      'another client id than that of HTTP Basic',
      { clientId: 'rival-client', grantType: grant },
      ownBasic,
      { clientId: { message: 'is another one than that of HTTP Basic' } },
    ],
    ['nothing', {}, '', required('clientId', 'clientSecret', 'grantType')],
    ['nothing but a client id', { client_id: 'standard-client' }, '', required('client_secret', 'grant_type')],
    ['HTTP Basic that is broken', { grant_type: grant }, 'Basic', badBasic()],
  ])('refuses %s', async (_, body, authorization, details) => {
    const response = await sendJson(body, authorization).expect(400);
    const { message } = response.body as { message: string };
    expect(response.body).toEqual(ofOAuth({ error: 'validation_error', message, details }));
  });

  it('refuses wrong credentials of HTTP Basic with a challenge', async () => {
    const response = await sendJson({ grant_type: grant }, basic('standard-client', 'wrong')).expect(401);
    expect(response.body).toEqual(ofOAuth(invalidClient));
    expect(response.headers['www-authenticate']).toBe('Basic realm="client-reporting-api", charset="UTF-8"');
  });
});

it('errors before and after those of OAuth have error_description too', async () => {
  const paths = [oauthPath, '/auth/revoke'];
  const limited = await startGateway({ RATE_LIMIT_IP: '2' });
  try {
    for (const path of paths) {
      const method = await request(product.url).get(path).expect(405);
      expect(method.body).toEqual(
        ofOAuth({ error: 'method_not_allowed', message: 'This path does not support the method; use POST.' }),
      );
      const down = await request(limited.url)
        .post(path)
        .send({ client_id: 'id', client_secret: 'se', grant_type: 'g', token: 't' })
        .expect(503);
      expect(down.body).toEqual(
        ofOAuth({
          error: 'service_unavailable',
          message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
        }),
      );
    }
    for (const path of paths) {
      const exceeded = await request(limited.url).post(path).expect(429);
      expect(exceeded.body).toEqual(
        ofOAuth({
          error: 'rate_limited',
          message: 'The rate limit is exceeded. Wait for the number of seconds in Retry-After.',
        }),
      );
    }
  } finally {
    await limited.stop();
  }
});

it('errors elsewhere have no error_description', async () => {
  for (const path of ['/auth/token', '/health', '/nowhere', paymentsPath]) {
    expect((await request(product.url).put(path)).body).toEqual({
      error: expect.any(String),
      message: expect.any(String),
    });
  }
});

describe('GET /.well-known/jwks.json', () => {
  it('publishes the keys that access tokens are verified with', async () => {
    const { access_token: token } = (
      await post({ grant_type: 'client_credentials', client_id: 'standard-client', client_secret: secret })
    ).body as { access_token: string };
    const response = await request(product.url).get('/.well-known/jwks.json').expect(200);
    const { header } = jwt.decode(token, { complete: true }) ?? {};
    expect(response.body).toEqual({
      keys: [
        { kid: header?.kid, kty: 'RSA', use: 'sig', alg: 'RS256', n: expect.stringMatching(/^[\w-]{342}$/), e: 'AQAB' },
      ],
    });
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    expect(response.headers['ratelimit-limit']).toBe('1000000000');
  });
});

describe('GET /.well-known/oauth-authorization-server', () => {
  const metadataOf = (issuer: string) => ({
    issuer,
    token_endpoint: `${issuer}/auth/oauth/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    authorization_endpoint: `${issuer}/auth/oauth/authorize`,
    revocation_endpoint: `${issuer}/auth/revoke`,
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    jwks_uri: `${issuer}/.well-known/jwks.json`,
  });
  const path = '/.well-known/oauth-authorization-server';

  it('names the endpoints at the address of the request, and may not be cached', async () => {
    const response = await request(product.url).get(path).set('X-Forwarded-Host', 'evil.example').expect(200);
    expect(response.body).toEqual(metadataOf(product.url));
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('takes no host and no other scheme from a trusted proxy that passes on what clients give', async () => {
    const gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' });
    const forged = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' };
    const ofHttp = await request(gateway.url).get(path).set(forged).expect(200);
    expect(ofHttp.body).toEqual(metadataOf(gateway.url));
    for (const scheme of ['https', 'HTTPS', '"https"']) {
      const ofHttps = await request(gateway.url).get(path).set('X-Forwarded-Proto', scheme).expect(200);
      expect(ofHttps.body).toEqual(metadataOf(gateway.url.replace('http:', 'https:')));
    }
    await gateway.stop();
  });

  it('needs PUBLIC_BASE_URL in production', () => {
    const services = { AUTH_ADDRESS: '127.0.0.1:1', REPORTING_ADDRESS: '127.0.0.1:1', NODE_ENV: 'production' };
    expect(() => readGatewayConfig(services)).toThrow('PUBLIC_BASE_URL: is required but not set');
    for (const url of ['/', 'https://api.example.com']) {
      expect(readGatewayConfig({ ...services, PUBLIC_BASE_URL: url })).toMatchObject({ PUBLIC_BASE_URL: url });
    }
  });

  it('refuses a Host that it would not write into an address', async () => {
    const response = await request(product.url).get(path).set('Host', "evil.example'$&").expect(400);
    expect(response.body).toMatchObject({
      error: 'validation_error',
      details: { Host: { message: 'must be HOST or HOST:PORT' } },
    });
  });

  it('names them at PUBLIC_BASE_URL where that is set', async () => {
    const gateway = await startGateway({ PUBLIC_BASE_URL: 'https://api.example.com/' });
    try {
      const response = await request(gateway.url).get(path).set('Host', 'evil.example').expect(200);
      expect(response.body).toEqual(metadataOf('https://api.example.com'));
      expect(response.headers['cache-control']).toBe('public, max-age=3600');
    } finally {
      await gateway.stop();
    }
  });
});

function report(token: string) {
  return request(product.url)
    .get(`${paymentsPath}?fromDate=2024-02-01&toDate=2024-02-29`)
    .set('Authorization', `Bearer ${token}`);
}

function post(parameters: Record<string, string | undefined>, authorization = '') {
  return send(
    String(new URLSearchParams(parameters as Record<string, string>)),
    'application/x-www-form-urlencoded',
    authorization,
  );
}

function send(body: string, type: string, authorization = '') {
  const sent = request(product.url).post(oauthPath).set('Content-Type', type);
  return (authorization ? sent.set('Authorization', authorization) : sent).send(body);
}

function sendJson(body: object, authorization: string) {
  return send(JSON.stringify(body), 'application/json', authorization);
}

function differ(name: string, other: string) {
  return { [name]: { message: `must not differ from ${other}` }, [other]: { message: `must not differ from ${name}` } };
}

function basic(clientId: string, clientSecret: string, scheme = 'Basic'): string {
  return `${scheme} ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;
}

function required(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { message: 'is required' }]));
}

function both(message: string) {
  return { client_id: { message }, client_secret: { message } };
}

function badBasic() {
  return {
    Authorization: { message: 'must be Basic and CLIENT_ID:CLIENT_SECRET in base64, each form-urlencoded before' },
  };
}
