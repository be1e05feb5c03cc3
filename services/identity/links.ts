import type { Clock } from '../platform/clock.js';
import { type Pool, query } from '../platform/postgres/postgres.js';
import { hashOfToken, newToken } from './secrets.js';

const HOUR_MS = 3_600_000;

export type LinkPurpose = 'invitation' | 'reset';

/** How long a link of each purpose can be used, in milliseconds. */
export const LINK_LASTS: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 24 * HOUR_MS,
  reset: HOUR_MS,
};

/** The pages of the site that links open. */
const PAGES: Readonly<Record<LinkPurpose, string>> = {
  invitation: '/invitation',
  reset: '/reset-password',
};

export interface IssuedLink {
  /** The whole address. The secret stands in its fragment, which browsers send to nobody. */
  readonly url: string;
  readonly expiresAt: Date;
}

/** What a link that was used lets do, and whose it is. */
export interface UsedLink {
  readonly userId: number;
  readonly purpose: LinkPurpose;
}

type UsedLinkRow = { userId: number; purpose: LinkPurpose };

/** Links of emails that count once. Of each purpose a user has one: a new one replaces the old. */
export interface Links {
  /** @param email where it goes; it counts only as long as that is the user's address */
  issue(userId: number, purpose: LinkPurpose, email: string): Promise<IssuedLink>;
  /** Whose it is, without using it; null when it is over, used or unknown. */
  find(token: string): Promise<UsedLink | null>;
  /** Uses it up: of two at once, one gets it. Null when it is over, used or unknown. */
  use(token: string): Promise<UsedLink | null>;
  /** Ends all links of a user. */
  revoke(userId: number): Promise<void>;
}

export const createLinks = (pool: Pool, clock: Clock, publicUrl: string): Links => ({
  async issue(userId, purpose, email) {
    const now = clock.now();
    const token = newToken();
    const expiresAt = new Date(now.getTime() + LINK_LASTS[purpose]);
    await query(
      pool,
      `INSERT INTO identity.links (token_hash, user_id, purpose, email, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, purpose) DO UPDATE
       SET token_hash = excluded.token_hash, email = excluded.email,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [hashOfToken(token), userId, purpose, email, now, expiresAt],
    );
    return { url: `${publicUrl}${PAGES[purpose]}#${token}`, expiresAt };
  },

  async find(token) {
    const [link] = await query<UsedLinkRow>(
      pool,
      `SELECT l.user_id AS "userId", l.purpose
       FROM identity.links l JOIN identity.credentials c USING (user_id, email)
       WHERE l.token_hash = $1 AND l.expires_at > $2`,
      [hashOfToken(token), clock.now()],
    );
    return link ?? null;
  },

  async use(token) {
    const [link] = await query<UsedLinkRow>(
      pool,
      `DELETE FROM identity.links l USING identity.credentials c
       WHERE l.token_hash = $1 AND l.expires_at > $2
         AND c.user_id = l.user_id AND c.email = l.email
       RETURNING l.user_id AS "userId", l.purpose`,
      [hashOfToken(token), clock.now()],
    );
    return link ?? null;
  },

  async revoke(userId) {
    await query(pool, 'DELETE FROM identity.links WHERE user_id = $1', [userId]);
  },
});
