import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import type { MyDay } from '@insuremanager/contracts/myDay/dayViews';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { Capabilities } from './books.js';

/**
 * What is to be done today by who asks. Who leads a team sees all of it, or that of one of its users.
 * @param userId null: none was named
 * @param first so many items; absent: all
 */
export const dayOf = (
  { myDay }: Pick<Capabilities, 'myDay'>,
  user: Pick<SignedInUser, 'userId' | 'role'>,
  userId: number | null,
  first?: number,
): Promise<MyDay> =>
  myDay.list(isAllowed(user.role, 'reports.compareAgents') ? userId : user.userId, first);
