import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { UserStatus, UserView } from '@insuremanager/contracts/identity/userViews';
import type { Clock } from '../platform/clock.js';
import { type Pool, query } from '../platform/postgres/postgres.js';

interface UserRow {
  id: number;
  username: string;
  email: string;
  role: Role;
  status: UserStatus;
  isTwoFactorEnabled: boolean;
  passkeys: number;
  openSessions: number;
  lastSignInAt: Date | null;
  createdAt: Date;
  invitationExpiresAt: Date | null;
  version: number;
}

const USERS = `
  SELECT c.user_id AS id, c.username, c.email, c.role, c.status, c.version,
         c.totp_secret IS NOT NULL AS "isTwoFactorEnabled",
         (SELECT count(*)::integer FROM identity.passkeys p WHERE p.user_id = c.user_id)
           AS passkeys,
         (SELECT count(*)::integer FROM identity.sessions s
          WHERE s.user_id = c.user_id AND s.phase = 'signed_in' AND s.expires_at > $1
            AND c.status = 'active') AS "openSessions",
         c.last_sign_in_at AS "lastSignInAt", c.created_at AS "createdAt",
         (SELECT l.expires_at FROM identity.links l
          WHERE l.user_id = c.user_id AND l.purpose = 'invitation' AND c.status = 'invited')
           AS "invitationExpiresAt"
  FROM identity.credentials c`;

/** Users as administrators see them. */
export interface UserList {
  /** By username. */
  all(): Promise<UserView[]>;
  find(userId: number): Promise<UserView | null>;
}

export const createUserList = (pool: Pool, clock: Clock): UserList => ({
  async all() {
    return (await query<UserRow>(pool, `${USERS} ORDER BY c.username`, [clock.now()])).map(viewOf);
  },

  async find(userId) {
    const sql = `${USERS} WHERE c.user_id = $2`;
    const [row] = await query<UserRow>(pool, sql, [clock.now(), userId]);
    return row ? viewOf(row) : null;
  },
});

const viewOf = ({ lastSignInAt, createdAt, invitationExpiresAt, ...row }: UserRow): UserView => ({
  ...row,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  invitationExpiresAt: invitationExpiresAt?.toISOString() ?? null,
});
