import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import type { Identity } from '@insuremanager/services/identity/index';
import { invalid } from '@insuremanager/services/platform/errors';

type Users = Pick<Identity, 'activeUsers'>;

/** The users who can have customers: those who may sign in and work. By username. */
export const findOwners = async (identity: Users): Promise<{ id: number; username: string }[]> =>
  (await identity.activeUsers())
    .filter(({ role }) => isAllowed(role, 'customers.write'))
    .map(({ userId: id, username }) => ({ id, username }));

/** @throws Refusal invalid `user-unknown` on `ownerId`. */
export async function requireOwner(identity: Users, ownerId: number | null): Promise<void> {
  if (ownerId === null) return;
  if ((await findOwners(identity)).some(({ id }) => id === ownerId)) return;
  const message = 'There is no such user who can have customers. Choose another one.';
  throw invalid([{ field: 'ownerId', code: 'user-unknown', message }]);
}
