import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';

/** The parameter of an address that opens the preview of a reminder: the id of a term. */
export const REMIND = 'remind';

interface Ending {
  status: string;
  daysUntilExpiry: number;
}

/** A customer is reminded of what is in force and ends within 30 days. */
export const isToRemind = ({ status, daysUntilExpiry: days }: Ending): boolean =>
  status === 'active' && days >= 0 && days <= EXPIRING_SOON_DAYS;
