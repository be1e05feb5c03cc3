import { ROLES, type Role } from '@insuremanager/contracts/identity/permissions';
import { signIn, TEST_ADMIN, type TestGateway } from './testGateway.js';

/** A user of each role, signed in: whose cookie to send. */
export async function signInEachRole(gateway: TestGateway): Promise<Record<Role, string>> {
  const cookies = new Map<Role, string>();
  for (const role of ROLES) {
    const username = `walking-${role}`;
    const userId = await gateway.platform.ids.allocateId('user', crypto.randomUUID());
    await gateway.platform.pool.query(
      `INSERT INTO identity.credentials
         (user_id, username, email, role, status, version, password_hash, created_at)
       SELECT $1, $2, $3, $4, status, version, password_hash, created_at
       FROM identity.credentials WHERE username = $5`,
      [userId, username, `${username}@example.in`, role, TEST_ADMIN.username],
    );
    cookies.set(role, await signIn(gateway.url, { ...TEST_ADMIN, username }));
  }
  return Object.fromEntries(cookies) as Record<Role, string>;
}
