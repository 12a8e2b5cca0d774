import { text as readText } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import jwt from 'jsonwebtoken';
import { ExplainedError } from '../../../runtime/explained-error.ts';
import { revokeToken, revokeTokensOf } from '../tokens/revoke.ts';
import type { Act, Parts } from './command.ts';

type Options = { token?: string; jti?: string; application?: string };

export function tokenCommands(tokens: Command, act: Act): void {
  tokens.description('the access tokens of applications');
  tokens
    .command('revoke')
    .description('refuse one token, or all that an application has, from now on')
    .option('--token <token>', 'the token itself; - reads it from standard input, where nobody else sees it')
    .option('--jti <id>', 'the id of a token, its claim jti', tokenIdText)
    .option('--application <client-id>', 'all tokens that the application was issued so far')
    .action(act(revoke));
}

async function revoke({ database, transaction }: Parts, options: Options, command: Command) {
  if (Object.keys(options).length !== 1) command.error('error: give one of --token, --jti and --application');
  const { application: clientId, jti, token } = options;
  if (clientId !== undefined) {
    if (!(await revokeTokensOf(transaction, clientId))) throw new ExplainedError(`there is no application ${clientId}`);
    return { result: { clientId, revoked: true }, event: { event: 'application.tokens_revoked' as const, clientId } };
  }
  const tokenId = jti ?? idOf(token === '-' ? await readText(process.stdin) : (token ?? ''));
  await revokeToken(database, transaction, tokenId);
  return { result: { tokenId, revoked: true }, event: { event: 'token.revoked' as const, details: { tokenId } } };
}

/** Unverified: who may revoke by id may revoke what it names. */
function idOf(token: string): string {
  const claims = jwt.decode(token.trim(), { json: true });
  if (typeof claims?.jti !== 'string') throw new ExplainedError('that is no access token');
  return claims.jti;
}

function tokenIdText(text: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a token, a UUID.');
}
