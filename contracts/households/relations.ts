/** What a member of a household is to its head. */
export const HOUSEHOLD_RELATIONS = [
  ...(['head', 'spouse', 'child', 'parent', 'sibling', 'grandparent'] as const),
  ...(['grandchild', 'in_law', 'other'] as const),
] as const;
export type HouseholdRelation = (typeof HOUSEHOLD_RELATIONS)[number];

/** So many are in one at once. */
export const MOST_MEMBERS = 20;
