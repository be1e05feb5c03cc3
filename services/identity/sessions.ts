import { createHash, randomBytes } from 'node:crypto';
import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import type { Clock } from '../platform/clock.js';
import { type Pool, query } from '../platform/postgres/postgres.js';
import type { SignedInUser } from './identity.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A session ends when nobody used it for so long, */
const IDLE_MS = 12 * HOUR_MS;
/** and in any case after so long. */
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** Being seen is written down no oftener than this. */
const SEEN_EVERY_MS = MINUTE_MS;

export interface OpenedSession {
  /** 32 random bytes; only its hash is stored. */
  readonly token: string;
  /** When it ends at the latest. */
  readonly expiresAt: Date;
}

export interface Sessions {
  open(userId: number): Promise<OpenedSession>;
  /** Whose session it is, and that it was used just now; null when it is unknown or over. */
  user(token: string): Promise<SignedInUser | null>;
  /** Whether it is known and not over; this is no use of it. */
  isOpen(token: string): Promise<boolean>;
  /** Ends it; the user whose it was, or null when it was over already. */
  close(token: string): Promise<Pick<SignedInUser, 'userId' | 'username' | 'role'> | null>;
}

interface SessionRow extends Omit<SignedInUser, 'isTwoFactorEnabled' | 'preferences'> {
  createdAt: Date;
  lastSeenAt: Date;
}

const hashed = (token: string): Buffer => createHash('sha256').update(token).digest();
const later = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

export function createSessions(pool: Pool, clock: Clock): Sessions {
  const isDueToBeSeen = ({ lastSeenAt }: SessionRow, now: Date): boolean =>
    later(lastSeenAt, SEEN_EVERY_MS) <= now;

  const recordUse = (token: string, { createdAt }: SessionRow, now: Date) =>
    query(
      pool,
      `UPDATE identity.sessions SET last_seen_at = $2, expires_at = $3 WHERE token_hash = $1`,
      [hashed(token), now, earlier(later(now, IDLE_MS), later(createdAt, LONGEST_MS))],
    );

  return {
    async open(userId) {
      const now = clock.now();
      const token = randomBytes(32).toString('base64url');
      await query(pool, 'DELETE FROM identity.sessions WHERE expires_at <= $1', [now]);
      await query(
        pool,
        `INSERT INTO identity.sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, $3, $3, $4)`,
        [hashed(token), userId, now, later(now, IDLE_MS)],
      );
      return { token, expiresAt: later(now, LONGEST_MS) };
    },

    async user(token) {
      const now = clock.now();
      const [session] = await query<SessionRow>(
        pool,
        `SELECT user_id AS "userId", username, email, role,
                s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt"
         FROM identity.sessions s JOIN identity.credentials USING (user_id)
         WHERE s.token_hash = $1 AND s.expires_at > $2`,
        [hashed(token), now],
      );
      if (!session) return null;
      if (isDueToBeSeen(session, now)) await recordUse(token, session, now);
      const { userId, username, email, role } = session;
      const preferences = USUAL_PREFERENCES;
      return { userId, username, email, role, isTwoFactorEnabled: false, preferences };
    },

    async isOpen(token) {
      const found = await query(
        pool,
        'SELECT FROM identity.sessions WHERE token_hash = $1 AND expires_at > $2',
        [hashed(token), clock.now()],
      );
      return found.length > 0;
    },

    async close(token) {
      const [user] = await query<Pick<SignedInUser, 'userId' | 'username' | 'role'>>(
        pool,
        `DELETE FROM identity.sessions s USING identity.credentials c
         WHERE s.token_hash = $1 AND s.expires_at > $2 AND c.user_id = s.user_id
         RETURNING c.user_id AS "userId", c.username, c.role`,
        [hashed(token), clock.now()],
      );
      return user ?? null;
    },
  };
}
