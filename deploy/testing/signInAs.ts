import { randomBytes } from 'node:crypto';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { addUser } from '@insuremanager/services/identity/testing/addUser';
import { signIn, type TestGateway } from './testGateway.js';

/** Of every user that `signInAs` makes. */
export const TEST_PASSWORD = 'violet harbour 27 kites';

export interface TestUser {
  readonly userId: number;
  readonly username: string;
  /** To send from then on. */
  readonly cookie: string;
}

/** Makes a user of a role and signs in as them. Each call makes another user, unless it is named. */
export async function signInAs(
  gateway: TestGateway,
  role: Role,
  username = `${role}-${randomBytes(3).toString('hex')}`,
): Promise<TestUser> {
  const email = `${username}@example.in`;
  const user = { username, email, password: TEST_PASSWORD, role };
  const { userId } = await addUser(gateway.platform, user);
  const cookie = await signIn(gateway.url, user);
  return { userId, username, cookie };
}
