import { POLICY_TYPES, VEHICLE_TYPES } from '../policies/policyKinds.js';

/** What a rate is for: the type of a health policy, or of the vehicle. */
export const COMMISSION_PRODUCTS = [...POLICY_TYPES, ...VEHICLE_TYPES] as const;
export type CommissionProduct = (typeof COMMISSION_PRODUCTS)[number];
export const COMMISSION_PRODUCT_LABELS: Readonly<Record<CommissionProduct, string>> = {
  individual: 'Health, individual',
  family: 'Health, family',
  group: 'Health, group',
  car: 'Car',
  bike: 'Bike',
  truck: 'Truck',
  bus: 'Bus',
  other: 'Other vehicle',
};

export const STATEMENT_STATUSES = ['open', 'closed'] as const;
/** How a line of a statement stands against what is expected for its policy. */
export const LINE_MATCHES = [
  'matched',
  'differs',
  'parts_unknown',
  'paid_twice',
  'unknown',
] as const;
export type LineMatch = (typeof LINE_MATCHES)[number];

/** What was decided of a line; what is matched is accepted when the month is closed. */
export const LINE_DECISIONS = ['accepted', 'disputed'] as const;
export type LineDecision = (typeof LINE_DECISIONS)[number];

/** The most lines that a statement has: a closing holds all of them in one event. */
export const MOST_STATEMENT_LINES = 5_000;
/** The largest file of a statement, in bytes. */
export const LARGEST_STATEMENT_FILE = 10 * 1024 * 1024;

/** Where a statement is sent. */
export const STATEMENTS_PATH = '/api/commissionStatements';
