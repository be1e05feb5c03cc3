export { createIdentity } from './createIdentity.js';
export { networkOf } from './guessLimits.js';
export type {
  Caller,
  FirstAdmin,
  Identity,
  InvitedUser,
  SignedIn,
  SignedInUser,
  Users,
} from './identity.js';
export { identitySteps } from './identityTables.js';
export { type DifferingUser, differingUsers, readersOf, usernamesOf } from './userCommands.js';
