import { type Pool, query } from '../platform/postgres/postgres.js';
import type { SignedInUser } from './identity.js';

export interface Credential extends Omit<SignedInUser, 'isTwoFactorEnabled' | 'preferences'> {
  readonly passwordHash: string;
}

/** Who may sign in, and by what. */
export interface Credentials {
  /** False when the user has a credential already: that one stays as it is. */
  add(credential: Credential, at: Date): Promise<boolean>;
  /** @param username in normal form */
  find(username: string): Promise<Credential | null>;
  /** By username. */
  list(): Promise<Pick<Credential, 'userId' | 'username' | 'role'>[]>;
  hasRole(role: string): Promise<boolean>;
}

export const createCredentials = (pool: Pool): Credentials => ({
  async add({ userId, username, email, role, passwordHash }, at) {
    const added = await query(
      pool,
      `INSERT INTO identity.credentials (user_id, username, email, role, password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
      [userId, username, email, role, passwordHash, at],
    );
    return added.length > 0;
  },

  async find(username) {
    const [credential] = await query<Credential>(
      pool,
      `SELECT user_id AS "userId", username, email, role, password_hash AS "passwordHash"
       FROM identity.credentials WHERE username = $1`,
      [username],
    );
    return credential ?? null;
  },

  list: () =>
    query(
      pool,
      `SELECT user_id AS "userId", username, role FROM identity.credentials ORDER BY username`,
    ),

  async hasRole(role) {
    const found = await query(pool, 'SELECT FROM identity.credentials WHERE role = $1 LIMIT 1', [
      role,
    ]);
    return found.length > 0;
  },
});
