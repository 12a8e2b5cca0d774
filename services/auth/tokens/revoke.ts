import { literal } from 'sequelize';
import type { Transaction } from 'sequelize';
import { Application } from '../database.ts';
import type { AuthDatabase } from '../database.ts';

/** Longer than any token lives; see TOKEN_LIFETIME_SECONDS. */
const longestLifeMs = 86_400_000;

/** Revokes the token with this `jti`. */
export async function revokeToken(
  database: AuthDatabase,
  within: Transaction | AbortSignal,
  tokenId: string,
  expiresAt = new Date(Date.now() + longestLifeMs),
): Promise<void> {
  await database.query(within, markRevoked, [tokenId, expiresAt.toISOString()]);
}

// What has expired is refused for that. An hour, since clocks differ.
const markRevoked = `
  with expired as (delete from auth.revoked_tokens where expires_at < now() - interval '1 hour')
  insert into auth.revoked_tokens (token_id, expires_at) values ($1, $2) on conflict do nothing`;

/**
 * Revokes every token that the application was issued before this is committed, and with `revokedAt` the application, for good. Whether there
 * is such an application.
 */
export async function revokeTokensOf(
  transaction: Transaction,
  clientId: string,
  revoked: { revokedAt?: ReturnType<typeof literal> } = {},
): Promise<boolean> {
  const changes = { tokenGeneration: literal('token_generation + 1'), ...revoked };
  const [changed] = await Application.update(changes, { where: { clientId }, transaction });
  return changed > 0;
}
