import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { POLICY_SORTS } from '@insuremanager/contracts/policies/policyViews';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { registerEnumType } from 'type-graphql';
import { named } from './enums.js';

export const PolicyKindEnum = named(POLICY_KINDS);
export const PolicyStatusEnum = named(POLICY_STATUSES);
export const PolicyTypeEnum = named(POLICY_TYPES);
export const VehicleTypeEnum = named(VEHICLE_TYPES);
export const CoverTypeEnum = named(COVER_TYPES);
export const CancellationReasonEnum = named(CANCELLATION_REASONS);
export const PolicySortEnum = named(POLICY_SORTS);
/** A name in GraphQL has no hyphen. */
export const PremiumFrequencyEnum = {
  monthly: 'monthly',
  quarterly: 'quarterly',
  half_yearly: 'half-yearly',
  yearly: 'yearly',
} as const satisfies Record<string, PremiumFrequency>;

registerEnumType(PolicyKindEnum, { name: 'PolicyKind' });
registerEnumType(PolicyStatusEnum, { name: 'PolicyStatus' });
registerEnumType(PolicyTypeEnum, { name: 'PolicyType' });
registerEnumType(VehicleTypeEnum, { name: 'VehicleType' });
registerEnumType(CoverTypeEnum, { name: 'CoverType' });
registerEnumType(CancellationReasonEnum, { name: 'CancellationReason' });
registerEnumType(PolicySortEnum, { name: 'PolicySort' });
registerEnumType(PremiumFrequencyEnum, { name: 'PremiumFrequency' });
