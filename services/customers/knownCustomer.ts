import { invalid } from '../platform/errors.js';
import type { CustomerStanding, Customers } from './customers.js';

/**
 * For whom something new is entered is kept, and known.
 * @throws invalid `customer-unknown` or `customer-erased`.
 */
export async function knownCustomer(
  customers: Pick<Customers, 'standing'>,
  customerId: number,
): Promise<CustomerStanding> {
  const standing = await customers.standing(customerId);
  if (!standing) {
    const message = `There is no customer with the number ${customerId}. Choose another one.`;
    throw invalid([{ field: 'customerId', code: 'customer-unknown', message }]);
  }
  if (standing.isErased) {
    const message = 'This customer has been erased. Choose another one.';
    throw invalid([{ field: 'customerId', code: 'customer-erased', message }]);
  }
  return standing;
}
