import type {
  CancellationReason,
  CoverType,
  PolicyKind,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';

/** What differs between the two screens, in words. */
interface KindWords {
  /** Of the list. */
  heading: string;
  /** In running text, such as "health policies". */
  many: string;
  one: string;
  /** In the title of a dialog. */
  titled: string;
}

const KIND_WORDS: Readonly<Record<PolicyKind, KindWords>> = {
  health: {
    heading: 'Health policies',
    many: 'health policies',
    one: 'health policy',
    titled: 'Health Policy',
  },
  vehicle: {
    heading: 'Vehicle policies',
    many: 'vehicle policies',
    one: 'vehicle policy',
    titled: 'Vehicle Policy',
  },
};

export const wordsOf = (kind: PolicyKind): KindWords => KIND_WORDS[kind];

export const POLICY_TYPE_WORDS: Readonly<Record<PolicyType, string>> = {
  individual: 'Individual',
  family: 'Family',
  group: 'Group',
};

export const VEHICLE_TYPE_WORDS: Readonly<Record<VehicleType, string>> = {
  car: 'Car',
  bike: 'Bike',
  truck: 'Truck',
  bus: 'Bus',
  other: 'Other',
};

export const COVER_TYPE_WORDS: Readonly<Record<CoverType, string>> = {
  comprehensive: 'Comprehensive',
  third_party: 'Third party',
  own_damage: 'Own damage',
};

export const FREQUENCY_WORDS: Readonly<Record<PremiumFrequency, string>> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  'half-yearly': 'Half-yearly',
  yearly: 'Yearly',
};

export const CANCELLATION_REASON_WORDS: Readonly<Record<CancellationReason, string>> = {
  customer_request: 'Customer’s request',
  unpaid_premium: 'Premium not paid',
  sold_vehicle: 'Vehicle sold',
  duplicate: 'Entered twice',
  insurer: 'By the insurer',
  other: 'Other',
};
