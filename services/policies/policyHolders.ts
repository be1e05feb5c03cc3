import { kycWarning } from '@insuremanager/contracts/policies/policyWarnings';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import { type Customers, knownCustomer } from '../customers/index.js';
import type { HolderCheck } from './policyRuns.js';

/** What policies ask about those who hold them. */
export const policyHolders = (customers: Pick<Customers, 'standing'>) => {
  const mayHold = async (customerId: number): Promise<Warning | null> =>
    kycWarning((await knownCustomer(customers, customerId)).kycStatus);

  return {
    /**
     * For whom a policy is to be in force is kept, and known.
     * @throws invalid `customer-unknown` or `customer-erased`.
     */
    mayHold,

    /** Checks, when the command is carried out, that whoever holds a term may go on holding it. */
    ofTerm: ({ customerId }: { customerId: number }): HolderCheck => ({
      customerId,
      check: () => mayHold(customerId),
    }),

    /** Asked after a command, so that a retry of it is warned as well. */
    async kycOf({ customerId }: { customerId: number }): Promise<Warning | null> {
      const standing = await customers.standing(customerId);
      return standing && kycWarning(standing.kycStatus);
    },

    async isGone(customerId: number): Promise<boolean> {
      return (await customers.standing(customerId)) === null;
    },

    async isKept(customerId: number): Promise<boolean> {
      return (await customers.standing(customerId))?.isErased === false;
    },
  };
};

export type PolicyHolders = ReturnType<typeof policyHolders>;
