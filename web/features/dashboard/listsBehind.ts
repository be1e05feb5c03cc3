import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { RECORD_PLACES } from '../../app/records';

/** The lists that count what the dashboard counts. */
export const ACTIVE_POLICIES: Readonly<Record<PolicyKind, string>> = {
  health: `${RECORD_PLACES.health.path}?status=active`,
  vehicle: `${RECORD_PLACES.vehicle.path}?status=active`,
};
