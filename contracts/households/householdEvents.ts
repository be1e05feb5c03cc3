import { z } from 'zod';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { HOUSEHOLD_RELATIONS } from './relations.js';

export const householdStream = (id: number): string => `household-${id}`;

const member = { householdId: z.int(), customerId: z.int() };
const relation = z.enum(HOUSEHOLD_RELATIONS);

/** A household has no name and holds nothing personal: its members are numbers of customers. */
export const HouseholdMemberAdded = defineEvent('HouseholdMemberAdded', 1, {
  schema: z.object({ ...member, relation }),
});

export const HouseholdRelationChanged = defineEvent('HouseholdRelationChanged', 1, {
  schema: z.object({ ...member, relation }),
});

export const HouseholdMemberRemoved = defineEvent('HouseholdMemberRemoved', 1, {
  schema: z.object(member),
});

export const householdEventDefinitions = [
  HouseholdMemberAdded,
  HouseholdRelationChanged,
  HouseholdMemberRemoved,
] as const;
export type HouseholdEvent = EventIn<typeof householdEventDefinitions>;
