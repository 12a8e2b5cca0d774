import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { ExplainedError } from '../../../runtime/explained-error.ts';
import { revokeToken, revokeTokensOf } from '../tokens/revoke.ts';
import type { Act, Parts } from './command.ts';

type Options = { jti?: string; application?: string };

export function tokenCommands(tokens: Command, act: Act): void {
  tokens.description('the access tokens of applications');
  tokens
    .command('revoke')
    .description('refuse one token, or all that an application has, from now on')
    .option('--jti <id>', 'the id of a token, its claim jti', tokenIdText)
    .option('--application <client-id>', 'all tokens that the application was issued so far')
    .action(act(revoke));
}

async function revoke({ database, transaction }: Parts, options: Options, command: Command) {
  const { application: clientId, jti: tokenId } = options;
  if (tokenId !== undefined && clientId === undefined) {
    await revokeToken(database, transaction, tokenId);
    return { result: { tokenId, revoked: true }, event: { event: 'token.revoked' as const, details: { tokenId } } };
  }
  if (clientId === undefined || tokenId !== undefined) return command.error('error: give --jti or --application');
  if (!(await revokeTokensOf(transaction, clientId))) throw new ExplainedError(`there is no application ${clientId}`);
  return { result: { clientId, revoked: true }, event: { event: 'application.tokens_revoked' as const, clientId } };
}

function tokenIdText(text: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a token, a UUID.');
}
