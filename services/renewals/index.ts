export { createRenewals } from './createRenewals.js';
export { renewalProjector } from './renewalProjector.js';
export type { Renewals, RenewalsOfBook } from './renewals.js';
