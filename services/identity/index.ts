export { createIdentity } from './createIdentity.js';
export { type DifferingUser, differingUsers } from './differingUsers.js';
export type {
  Caller,
  FirstAdmin,
  Identity,
  SignedIn,
  SignedInUser,
  UserCommandResult,
  Users,
} from './identity.js';
export { identitySteps } from './identityTables.js';
export { usernamesOf } from './usernames.js';
