/** The two lines of business. A policy never changes its kind. */
export const POLICY_KINDS = ['health', 'vehicle'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

export const POLICY_STATUSES = ['active', 'expired', 'cancelled', 'renewed'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];
export const DEFAULT_POLICY_STATUS: PolicyStatus = 'active';

export const POLICY_TYPES = ['individual', 'family', 'group'] as const;
export type PolicyType = (typeof POLICY_TYPES)[number];

export const VEHICLE_TYPES = ['car', 'bike', 'truck', 'bus', 'other'] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/** Third-party and own-damage cover of a vehicle may be bought together or apart. */
export const COVER_TYPES = ['comprehensive', 'third_party', 'own_damage'] as const;
export type CoverType = (typeof COVER_TYPES)[number];

/** No-claim bonus on the own-damage premium, in percent (India Motor Tariff, GR 27). */
export const NCB_PERCENTS = [0, 20, 25, 35, 45, 50] as const;

export const CANCELLATION_REASONS = [
  'customer_request',
  'unpaid_premium',
  'sold_vehicle',
  'duplicate',
  'insurer',
  'other',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** Of a health policy: who is paid on the policyholder's death, and who for them while a minor. */
export const NOMINEE_FIELDS = [
  ...(['nomineeName', 'nomineeRelation', 'nomineeBirthDate'] as const),
  ...(['appointeeName', 'appointeeRelation'] as const),
] as const;

/** Of a motor premium. */
export const PREMIUM_PARTS = ['ownDamagePremium', 'thirdPartyPremium', 'premiumGst'] as const;
