import { conflict } from '../platform/errors.js';

/* Why nothing more can be done with a quotation for its customer. */

/** Deleted: nothing is sent to them, and nothing is offered to them any more. */
export const deletedCustomer = () =>
  conflict('customer-deleted', 'The customer of this quotation has been deleted.');

/** Erased: who they were, and what of the quotation was personal, is gone. */
export const erasedCustomer = (consequence: string) =>
  conflict('customer-erased', `The customer has been erased; ${consequence}.`);
