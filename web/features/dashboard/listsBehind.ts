import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { RECORD_PLACES } from '../../records/addresses';

/** The lists that count what the dashboard counts. */
export const ACTIVE_POLICIES: Readonly<Record<PolicyKind, string>> = {
  health: `${RECORD_PLACES.health.path}?status=active`,
  vehicle: `${RECORD_PLACES.vehicle.path}?status=active`,
};

export const OPEN_CLAIMS = `${RECORD_PLACES.claim.path}?open=true`;

/** The active policies that end within 30 days, today included: the soonest first. */
export const dueRenewals = (kind: PolicyKind, today: Day): string => {
  const until = addDays(today, EXPIRING_SOON_DAYS);
  return `${ACTIVE_POLICIES[kind]}&endsFrom=${today}&endsTo=${until}&sort=ends`;
};
