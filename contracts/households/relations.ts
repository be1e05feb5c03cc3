const OF_FAMILY = [
  ...(['spouse', 'child', 'parent', 'sibling', 'grandparent'] as const),
  ...(['grandchild', 'in_law', 'other'] as const),
] as const;

/** What a member of a household is to its head. */
export const HOUSEHOLD_RELATIONS = ['head', ...OF_FAMILY] as const;
export type HouseholdRelation = (typeof HOUSEHOLD_RELATIONS)[number];

/** What somebody whom a health policy covers is to its policyholder. */
export const INSURED_RELATIONS = ['self', ...OF_FAMILY] as const;
export type InsuredRelation = (typeof INSURED_RELATIONS)[number];

/** So many are in one at once. */
export const MOST_MEMBERS = 20;
