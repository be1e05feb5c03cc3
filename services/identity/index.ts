export { createIdentity } from './createIdentity.js';
export type { FirstAdmin, Identity, SignedIn, SignedInUser } from './identity.js';
