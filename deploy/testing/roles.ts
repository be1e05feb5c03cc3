import { ROLES, type Role } from '@insuremanager/contracts/identity/permissions';
import { signInAs } from './signInAs.js';
import type { TestGateway } from './testGateway.js';

/** A user of each role, signed in: whose cookie to send. */
export async function signInEachRole(gateway: TestGateway): Promise<Record<Role, string>> {
  const cookies = new Map<Role, string>();
  for (const role of ROLES) cookies.set(role, (await signInAs(gateway, role)).cookie);
  return Object.fromEntries(cookies) as Record<Role, string>;
}
