import { z } from 'zod';
import { requiredChoice } from '../fields/choiceFields.js';
import { optionalDay } from '../fields/dayFields.js';
import { inputOf, viewShapeOf } from '../fields/fields.js';
import { optionalReference } from '../fields/numberFields.js';
import { optionalText } from '../fields/textFields.js';
import { INSURED_RELATIONS } from '../households/relations.js';

const beside = {
  name: optionalText({
    label: 'Name',
    limit: 200,
    mask: 'initials',
    description: 'Of a person who is no customer',
  }),
  relation: requiredChoice({
    label: 'Relation to the policyholder',
    options: INSURED_RELATIONS,
    none: 'Choose a relation',
    description: 'The policyholder is self, whatever is sent',
  }),
  dateOfBirth: optionalDay({
    label: 'Date of birth',
    mask: 'absent',
    isPast: true,
    description: 'Of a person who is no customer, where it is known',
  }),
} as const;

/** Whom a health policy covers: a customer, or a person by name. */
export const insuredMemberFields = {
  customerId: optionalReference('customer', {
    label: 'Customer',
    description: 'Or the name of a person who is no customer',
  }),
  ...beside,
} as const;

/** So many a policy covers at most: families, not the employees of a group. */
export const MOST_INSURED = 20;

export const InsuredMemberInput = inputOf(insuredMemberFields).refine(
  ({ customerId, name }) => Boolean(customerId) !== Boolean(name),
  { path: ['name'], message: 'Choose a customer or enter a name' },
);

/** All whom a health policy covers: who is not named is covered no more. */
export const InsuredMembersInput = z.object({
  members: z
    .array(InsuredMemberInput)
    .max(MOST_INSURED, `A policy has at most ${MOST_INSURED} insured members`),
});
export type InsuredMembersInput = z.output<typeof InsuredMembersInput>;

export const InsuredMember = z.object({
  customerId: z.int().nullable().describe('Null: a person who is no customer, or as the name'),
  ...viewShapeOf(beside),
  name: z.string().nullable().describe('Null: a customer of another book, or who is gone'),
});
export type InsuredMember = z.output<typeof InsuredMember>;
