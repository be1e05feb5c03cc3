export { createRenewals } from './createRenewals.js';
export { renewalProjector } from './renewalProjector.js';
export type { RenewalCommandResult, Renewals, RenewalsOfBook } from './renewals.js';
