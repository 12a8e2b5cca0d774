import { text as readText } from 'node:stream/consumers';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import jwt from 'jsonwebtoken';
import type { Transaction } from 'sequelize';
import { revokeToken, revokeTokensOf } from '../tokens/revoke.ts';
import type { Act } from './command.ts';
import { ExplainedError } from '../../../runtime/explained-error.ts';

type Options = { token?: string; jti?: string; application?: string };

export function tokenCommands(tokens: Command, act: Act): void {
  tokens.description('the access tokens of applications');
  tokens
    .command('revoke')
    .description('refuse one token, or all that an application has, from now on')
    .option('--token <token>', 'the token itself; - reads it from standard input, where nobody else sees it')
    .option('--jti <id>', 'the id of a token, its claim jti', tokenIdText)
    .option('--application <client-id>', 'all tokens that the application was issued so far')
    .action(async (options: Options, command: Command) => {
      if (Object.keys(options).length !== 1) command.error('error: give one of --token, --jti and --application');
      const { application, jti, token } = options;
      const tokenId = token === undefined ? jti : idOf(token === '-' ? await readText(process.stdin) : token);
      await act(command, ({ transaction }) =>
        tokenId === undefined ? revokeAll(transaction, application ?? '') : revokeOne(transaction, tokenId),
      );
    });
}

async function revokeOne(transaction: Transaction, tokenId: string) {
  await revokeToken(transaction, tokenId);
  return {
    result: { tokenId, revoked: true },
    text: `The token ${tokenId} is revoked.`,
    event: { event: 'token.revoked' as const, details: { tokenId } },
  };
}

async function revokeAll(transaction: Transaction, clientId: string) {
  if (!(await revokeTokensOf(transaction, clientId))) throw new ExplainedError(`there is no application ${clientId}`);
  return {
    result: { clientId, revoked: true },
    text: `All tokens that the application ${clientId} was issued so far are revoked.`,
    event: { event: 'application.tokens_revoked' as const, clientId },
  };
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
