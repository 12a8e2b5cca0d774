import { literal, Op } from 'sequelize';
import type { Transaction } from 'sequelize';
import { Application, RevokedToken } from '../database.ts';

const hourMs = 3_600_000;

/** Longer than any token lives; see TOKEN_LIFETIME_SECONDS. */
const longestLifeMs = 24 * hourMs;

/** Revokes the token with this `jti`. Triggers notify the programs that cache it. */
export async function revokeToken(
  transaction: Transaction,
  tokenId: string,
  expiresAt = new Date(Date.now() + longestLifeMs),
): Promise<void> {
  // What has expired is refused for that. An hour, since clocks differ.
  await RevokedToken.destroy({ where: { expiresAt: { [Op.lt]: new Date(Date.now() - hourMs) } }, transaction });
  await RevokedToken.bulkCreate([{ tokenId, expiresAt }], { ignoreDuplicates: true, transaction });
}

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
