import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  USUAL_PREFERENCES,
  type UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import type { UserStatus } from '@insuremanager/contracts/identity/userViews';
import { type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import type { SignedInUser } from './identity.js';

/** The row of a user: a projection of their stream, and what they sign in with. */
export interface Credential extends SignedInUser {
  readonly status: UserStatus;
  /** Null until an invitation is accepted. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** The WebAuthn user handle: a UUID. */
  readonly passkeyHandle: string;
  /** The stream revision that the row reflects. */
  readonly version: number;
}

export interface NewCredential {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly passwordHash: string | null;
  readonly version: number;
}

/** Absent fields stay unchanged. */
export interface CredentialPatch {
  readonly email?: string;
  readonly role?: Role;
  readonly status?: UserStatus;
  readonly version: number;
}

/** The table `identity.credentials`. */
export interface Credentials {
  /** False when the user already has a credential, which stays unchanged. */
  add(credential: NewCredential, at: Date): Promise<boolean>;
  /** @param username in normal form */
  find(username: string): Promise<Credential | null>;
  findByEmail(email: string): Promise<Credential | null>;
  findById(userId: number): Promise<Credential | null>;
  /** Applies a change of the stream; a row at a later version stays unchanged. */
  patch(userId: number, patch: CredentialPatch): Promise<void>;
  /** @param on the transaction to run in */
  setPassword(on: Queryable, userId: number, passwordHash: string, at: Date): Promise<void>;
  setPreferences(userId: number, preferences: UserPreferences): Promise<void>;
  recordSignIn(userId: number, at: Date): Promise<void>;
  /** Who may sign in, by username. */
  listActive(): Promise<Pick<Credential, 'userId' | 'username' | 'role'>[]>;
  /** Whether somebody who may sign in has the role. */
  hasRole(role: Role): Promise<boolean>;
}

/** Columns of `identity.credentials AS c`. */
export const USER_COLUMNS = `
  c.user_id AS "userId", c.username, c.email, c.role,
  c.totp_secret IS NOT NULL AS "isTwoFactorEnabled", c.preferences`;

export interface StoredUser {
  userId: number;
  username: string;
  email: string;
  role: Role;
  isTwoFactorEnabled: boolean;
  preferences: Partial<UserPreferences>;
}

export const userOfRow = (row: StoredUser): SignedInUser => {
  const { userId, username, email, role, isTwoFactorEnabled } = row;
  const preferences = { ...USUAL_PREFERENCES, ...row.preferences };
  return { userId, username, email, role, isTwoFactorEnabled, preferences };
};

interface CredentialRow extends StoredUser {
  status: UserStatus;
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  passkeyHandle: string;
  version: number;
}

export const createCredentials = (pool: Pool): Credentials => {
  const findWhere = async (condition: string, value: unknown): Promise<Credential | null> => {
    const [row] = await query<CredentialRow>(
      pool,
      `SELECT ${USER_COLUMNS}, c.status, c.password_hash AS "passwordHash",
              c.password_changed_at AS "passwordChangedAt",
              c.passkey_handle AS "passkeyHandle", c.version
       FROM identity.credentials c WHERE ${condition}`,
      [value],
    );
    if (!row) return null;
    const { status, passwordHash, passwordChangedAt, passkeyHandle, version } = row;
    return { ...userOfRow(row), status, passwordHash, passwordChangedAt, passkeyHandle, version };
  };

  return {
    async add({ userId, username, email, role, status, passwordHash, version }, at) {
      const added = await query(
        pool,
        `INSERT INTO identity.credentials
           (user_id, username, email, role, status, password_hash, password_changed_at, version,
            created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
        [userId, username, email, role, status, passwordHash, passwordHash && at, version, at],
      );
      return added.length > 0;
    },

    find: (username) => findWhere('c.username = $1', username),
    findByEmail: (email) => findWhere('lower(c.email) = lower($1)', email),
    findById: (userId) => findWhere('c.user_id = $1', userId),

    async patch(userId, { email, role, status, version }) {
      await query(
        pool,
        `UPDATE identity.credentials
         SET email = coalesce($2, email), role = coalesce($3, role),
             status = coalesce($4, status), version = $5
         WHERE user_id = $1 AND version <= $5`,
        [userId, email, role, status, version],
      );
    },

    async setPassword(on, userId, passwordHash, at) {
      await query(
        on,
        `UPDATE identity.credentials SET password_hash = $2, password_changed_at = $3
         WHERE user_id = $1`,
        [userId, passwordHash, at],
      );
    },

    async setPreferences(userId, preferences) {
      await query(pool, 'UPDATE identity.credentials SET preferences = $2 WHERE user_id = $1', [
        userId,
        preferences,
      ]);
    },

    async recordSignIn(userId, at) {
      await query(pool, 'UPDATE identity.credentials SET last_sign_in_at = $2 WHERE user_id = $1', [
        userId,
        at,
      ]);
    },

    listActive: () =>
      query(
        pool,
        `SELECT user_id AS "userId", username, role FROM identity.credentials
         WHERE status = 'active' ORDER BY username`,
      ),

    async hasRole(role) {
      const found = await query(
        pool,
        `SELECT FROM identity.credentials WHERE role = $1 AND status = 'active' LIMIT 1`,
        [role],
      );
      return found.length > 0;
    },
  };
};
