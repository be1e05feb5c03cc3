import type { SessionView } from '@insuremanager/contracts/identity/userViews';
import { batched } from '../platform/batched.js';
import type { Clock } from '../platform/clock.js';
import { type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import { type StoredUser, USER_COLUMNS, userOfRow } from './credentials.js';
import type { SessionToken, SignedInUser } from './identity.js';
import { hashOfToken, newToken } from './secrets.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A session ends after so long without use, */
const IDLE_MS = 12 * HOUR_MS;
/** and at the latest after so long. */
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** Lifetime of a pending sign-in. */
const PENDING_MS = 10 * MINUTE_MS;
/** A session is fresh for so long. */
const FRESH_MS = 10 * MINUTE_MS;
/** Codes that may be tried in one pending sign-in. */
const MOST_TRIES = 5;
/** `last_seen_at` is updated at most this often. */
const SEEN_EVERY_MS = MINUTE_MS;

export interface NewSession {
  readonly userId: number;
  readonly proof: SignInProof;
  readonly device: string;
}

/** What the user signed in with, as it was when it was checked. */
export type SignInProof =
  | {
      readonly method: 'password';
      readonly passwordHash: string;
      readonly isTwoFactorEnabled: boolean;
      /** Of the user's row. */
      readonly version: number;
    }
  | { readonly method: 'passkey'; readonly passkeyId: number };

/** A sign-in that waits for the second step. */
export interface PendingSignIn {
  /** Its public name. */
  readonly id: string;
  readonly user: SignedInUser;
  readonly device: string;
  /** A wrong code ends it now. */
  readonly isLastTry: boolean;
}

/**
 * Sessions and pending sign-ins. The session of a user who is not active is invalid. Only the hash
 * of a token is stored.
 */
export interface Sessions {
  /** Null when the user or their proof changed since it was checked. */
  open(session: NewSession): Promise<SessionToken | null>;
  /** Waits for the second step. Null as with `open`. */
  openPending(session: NewSession): Promise<SessionToken | null>;
  /** The pending sign-in of this token, or null. */
  pending(token: string | null): Promise<PendingSignIn | null>;
  /** Counts a try before the code is checked. Null when there is no such pending sign-in. */
  spendTry(token: string | null): Promise<PendingSignIn | null>;
  /** Turns the pending sign-in into a session under a new token, once. */
  complete(token: string): Promise<SessionToken | null>;
  /** The session's user; counts as use. Null when it is unknown or expired. */
  user(token: string): Promise<SignedInUser | null>;
  /** Milliseconds until it ends, unless it is used; 0 when it is over. Does not count as use. */
  endsIn(token: string): Promise<number>;
  /** Whether its user signed in so lately that they need not prove again who they are. */
  isFresh(token: string | null): Promise<boolean>;
  /** Ends it; returns its user, or null when it was expired, unknown or pending. */
  close(token: string): Promise<Pick<SignedInUser, 'userId' | 'username' | 'role'> | null>;
  /** Ends one by its public name. False when the user has no such session. */
  closeOne(userId: number, publicId: string): Promise<boolean>;
  /** Ends all of a user except the one of this token; returns how many were signed in. */
  closeAll(userId: number, exceptToken?: string, on?: Queryable): Promise<number>;
  /** A new token for the same session with the same end; null when it is expired. */
  renewToken(token: string): Promise<SessionToken | null>;
  /** Last seen first. */
  list(userId: number, currentToken: string | null): Promise<SessionView[]>;
}

interface SessionRow extends StoredUser {
  tokenHash: Buffer;
  createdAt: Date;
  lastSeenAt: Date;
}

interface PendingRow extends StoredUser {
  id: string;
  device: string;
  tries: number;
}

const later = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Valid at the time $2. */
const OPEN = `s.expires_at > $2 AND c.status = 'active'`;

/** Runs for every request, so it is a prepared statement. */
const SIGNED_IN = {
  name: 'signed-in',
  text: `SELECT ${USER_COLUMNS}, s.token_hash AS "tokenHash", s.created_at AS "createdAt",
           s.last_seen_at AS "lastSeenAt"
         FROM identity.sessions s JOIN identity.credentials c USING (user_id)
         WHERE s.token_hash = ANY($1) AND s.phase = 'signed_in' AND ${OPEN}`,
};

/**
 * Rows that exist while the proof is unchanged; values from $8 on. They are locked when read: a
 * concurrent change is waited for, and a later one finds the session and ends it.
 */
const stillProven = (proof: SignInProof): { source: string; values: unknown[] } =>
  proof.method === 'passkey'
    ? {
        source: `identity.credentials c JOIN identity.passkeys p USING (user_id)
                 WHERE p.passkey_id = $8`,
        values: [proof.passkeyId],
      }
    : {
        source: `identity.credentials c
                 WHERE c.password_hash = $8 AND (c.totp_secret IS NOT NULL) = $9
                   AND c.version = $10`,
        values: [proof.passwordHash, proof.isTwoFactorEnabled, proof.version],
      };

export function createSessions(pool: Pool, clock: Clock): Sessions {
  const isDueToBeSeen = ({ lastSeenAt }: SessionRow, now: Date): boolean =>
    later(lastSeenAt, SEEN_EVERY_MS) <= now;

  const recordUse = (token: string, { createdAt }: SessionRow, now: Date) =>
    query(
      pool,
      `UPDATE identity.sessions SET last_seen_at = $2, expires_at = $3 WHERE token_hash = $1`,
      [hashOfToken(token), now, earlier(later(now, IDLE_MS), later(createdAt, LONGEST_MS))],
    );

  /** Batches concurrent requests; by the hash of the token in hexadecimal. */
  const findSignedIn = batched(async (hashes: readonly string[]) => {
    const sought = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'));
    const rows = await query<SessionRow>(pool, SIGNED_IN, [sought, clock.now()]);
    return new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
  });

  const insert = async (
    { userId, proof, device }: NewSession,
    phase: 'signed_in' | 'second_factor',
    lastsMs: number,
  ): Promise<string | null> => {
    const now = clock.now();
    const token = newToken();
    await query(pool, 'DELETE FROM identity.sessions WHERE expires_at <= $1', [now]);
    const { source, values } = stillProven(proof);
    const session = [hashOfToken(token), phase, proof.method, device, now, later(now, lastsMs)];
    const opened = await query(
      pool,
      `INSERT INTO identity.sessions
         (user_id, token_hash, phase, method, device, created_at, last_seen_at, expires_at)
       SELECT c.user_id, $2, $3, $4, $5, $6, $6, $7
       FROM ${source} AND c.user_id = $1 AND c.status = 'active'
       FOR SHARE
       RETURNING user_id`,
      [userId, ...session, ...values],
    );
    return opened.length > 0 ? token : null;
  };

  const findPending = async (sql: string, token: string | null): Promise<PendingSignIn | null> => {
    if (token === null) return null;
    const [row] = await query<PendingRow>(pool, sql, [hashOfToken(token), clock.now()]);
    if (!row) return null;
    const { id, device, tries } = row;
    return { id, user: userOfRow(row), device, isLastTry: tries >= MOST_TRIES };
  };

  return {
    async open(session) {
      const token = await insert(session, 'signed_in', IDLE_MS);
      return token === null ? null : { token, expiresAt: later(clock.now(), LONGEST_MS) };
    },

    async openPending(session) {
      const token = await insert(session, 'second_factor', PENDING_MS);
      return token === null ? null : { token, expiresAt: later(clock.now(), PENDING_MS) };
    },

    pending: (token) =>
      findPending(
        `SELECT ${USER_COLUMNS}, s.public_id AS id, s.device, s.tries
         FROM identity.sessions s JOIN identity.credentials c USING (user_id)
         WHERE s.token_hash = $1 AND s.phase = 'second_factor' AND ${OPEN}`,
        token,
      ),

    spendTry: (token) =>
      findPending(
        `UPDATE identity.sessions s SET tries = s.tries + 1
         FROM identity.credentials c
         WHERE c.user_id = s.user_id AND s.token_hash = $1 AND s.phase = 'second_factor'
           AND ${OPEN} AND s.tries < ${MOST_TRIES}
         RETURNING ${USER_COLUMNS}, s.public_id AS id, s.device, s.tries`,
        token,
      ),

    async complete(token) {
      const now = clock.now();
      const next = newToken();
      const done = await query(
        pool,
        `UPDATE identity.sessions
         SET token_hash = $3, phase = 'signed_in', created_at = $2, last_seen_at = $2,
             expires_at = $4
         WHERE token_hash = $1 AND phase = 'second_factor' AND expires_at > $2
         RETURNING user_id`,
        [hashOfToken(token), now, hashOfToken(next), later(now, IDLE_MS)],
      );
      return done.length > 0 ? { token: next, expiresAt: later(now, LONGEST_MS) } : null;
    },

    async user(token) {
      const hash = hashOfToken(token).toString('hex');
      const session = (await findSignedIn([hash])).get(hash);
      if (!session) return null;
      const now = clock.now();
      if (isDueToBeSeen(session, now)) await recordUse(token, session, now);
      return userOfRow(session);
    },

    async endsIn(token) {
      const now = clock.now();
      const [found] = await query<{ expiresAt: Date }>(
        pool,
        `SELECT s.expires_at AS "expiresAt"
         FROM identity.sessions s JOIN identity.credentials c USING (user_id)
         WHERE s.token_hash = $1 AND s.phase = 'signed_in' AND ${OPEN}`,
        [hashOfToken(token), now],
      );
      return found ? found.expiresAt.getTime() - now.getTime() : 0;
    },

    async isFresh(token) {
      if (token === null) return false;
      const found = await query(
        pool,
        `SELECT FROM identity.sessions
         WHERE token_hash = $1 AND phase = 'signed_in' AND created_at > $2`,
        [hashOfToken(token), later(clock.now(), -FRESH_MS)],
      );
      return found.length > 0;
    },

    async close(token) {
      const [closed] = await query<
        Pick<SignedInUser, 'userId' | 'username' | 'role'> & { phase: string; isOver: boolean }
      >(
        pool,
        `DELETE FROM identity.sessions s USING identity.credentials c
         WHERE s.token_hash = $1 AND c.user_id = s.user_id
         RETURNING c.user_id AS "userId", c.username, c.role, s.phase,
                   s.expires_at <= $2 AS "isOver"`,
        [hashOfToken(token), clock.now()],
      );
      if (!closed || closed.isOver || closed.phase !== 'signed_in') return null;
      const { userId, username, role } = closed;
      return { userId, username, role };
    },

    async closeOne(userId, publicId) {
      if (!isUuid(publicId)) return false;
      const closed = await query(
        pool,
        `DELETE FROM identity.sessions
         WHERE user_id = $1 AND public_id = $2 AND phase = 'signed_in' AND expires_at > $3
         RETURNING user_id`,
        [userId, publicId, clock.now()],
      );
      return closed.length > 0;
    },

    async closeAll(userId, exceptToken, on = pool) {
      const closed = await query<{ isOpen: boolean }>(
        on,
        `DELETE FROM identity.sessions WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2
         RETURNING phase = 'signed_in' AND expires_at > $3 AS "isOpen"`,
        [userId, exceptToken === undefined ? null : hashOfToken(exceptToken), clock.now()],
      );
      return closed.filter(({ isOpen }) => isOpen).length;
    },

    async renewToken(token) {
      const now = clock.now();
      const next = newToken();
      const [renewed] = await query<{ createdAt: Date }>(
        pool,
        `UPDATE identity.sessions SET token_hash = $3
         WHERE token_hash = $1 AND phase = 'signed_in' AND expires_at > $2
         RETURNING created_at AS "createdAt"`,
        [hashOfToken(token), now, hashOfToken(next)],
      );
      return renewed ? { token: next, expiresAt: later(renewed.createdAt, LONGEST_MS) } : null;
    },

    async list(userId, currentToken) {
      const rows = await query<{
        id: string;
        device: string;
        createdAt: Date;
        lastSeenAt: Date;
        isCurrent: boolean;
      }>(
        pool,
        `SELECT public_id AS id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
                token_hash IS NOT DISTINCT FROM $3 AS "isCurrent"
         FROM identity.sessions
         WHERE user_id = $1 AND phase = 'signed_in' AND expires_at > $2
         ORDER BY last_seen_at DESC, created_at DESC`,
        [userId, clock.now(), currentToken === null ? null : hashOfToken(currentToken)],
      );
      return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }));
    },
  };
}
