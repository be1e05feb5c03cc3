import { emptyFormOf } from '@insuremanager/contracts/fields/fields';
import { policyFieldNames, policyFields } from '@insuremanager/contracts/policies/policyFields';
import {
  type EndorsableField,
  endorsableFields,
  endorsementFields,
  endorsementOf as inputSchemaOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { z } from 'zod';
import type { EndorsementInput } from '../../../data/operations.generated';
import {
  changesOf,
  formOf,
  type PolicyFormValues,
  policyFormSchema,
} from '../../../records/policies/policyForm';
import type { FormValues } from '../../../ui/record/fieldsForm';
import { asLeft } from '../../../ui/record/fieldTyping';
import { formatValue, type Policy } from '../policy';

export type EndorsementValues = PolicyFormValues & FormValues<typeof endorsementFields>;

/** Fields of a kind that an endorsement may change. */
export const endorsableNames = (kind: PolicyKind): EndorsableField[] =>
  policyFieldNames(kind).filter((field): field is EndorsableField => field in endorsableFields);

/** A day as far as a term goes: what is after it counts from its last day. */
export const dayWithin = (
  { startDate, endDate }: Pick<Policy, 'startDate' | 'endDate'>,
  day: Day,
) => (day < startDate ? startDate : day > endDate ? endDate : day);

export const endorsementFormOf = (policy: Policy, today: Day): EndorsementValues => ({
  ...formOf(policy),
  ...emptyFormOf(endorsementFields),
  effectiveFrom: formatDay(dayWithin(policy, today)),
});

/** What to say of a day that lies outside a term; null when it lies in it. */
export const outsideTerm = ({ startDate, endDate }: Policy, day: Day): string | null =>
  day >= startDate && day <= endDate
    ? null
    : `Choose a date within the term, ${formatDay(startDate)} to ${formatDay(endDate)}`;

/** What an endorsement of a policy must be, with what cannot be at its field. */
export const endorsementSchema = (policy: Policy) =>
  z.custom<EndorsementValues>().superRefine((values, context) => {
    const refuse = (field: PropertyKey | undefined, message: string) =>
      context.addIssue({ code: 'custom', path: [field ?? ''], message });

    const { effectiveFrom, reason } = values;
    const cover = policyFormSchema(policy.kind).safeParse(values);
    const rest = inputSchemaOf(policy.kind).safeParse({ effectiveFrom, reason, changes: {} });
    for (const { error } of [rest, cover]) {
      for (const { path, message } of error?.issues ?? []) refuse(path[0], message);
    }
    const outside = rest.success && outsideTerm(policy, rest.data.effectiveFrom);
    if (outside) refuse('effectiveFrom', outside);
  });

/** A valid form, as the gateway takes an endorsement of a policy: only what differs is in it. */
export const endorsementOf = (
  policy: Policy,
  { effectiveFrom, reason, ...cover }: EndorsementValues,
): EndorsementInput => ({ effectiveFrom, reason, changes: changesOf(policy, cover) });

export interface ShownChange {
  field: EndorsableField;
  before: string;
  after: string;
}

/** What the form changes, each field before and after, as people read it. */
export function shownChanges(policy: Policy, values: PolicyFormValues): ShownChange[] {
  const held = formOf(policy);
  return endorsableNames(policy.kind)
    .map((field) => ({
      field,
      before: held[field],
      after: asLeft(policyFields[field], values[field]),
    }))
    .filter(({ before, after }) => before !== after)
    .map(({ field, before, after }) => ({
      field,
      before: formatValue(field, before),
      after: formatValue(field, after),
    }));
}
