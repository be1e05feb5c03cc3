import type { RenewalInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  type PolicyCover,
  type PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyTerm } from '@insuremanager/contracts/policies/policyFields';
import { impossibilities } from '@insuremanager/contracts/policies/policyTerm';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { conflict, invalid } from '../platform/errors.js';

/** What the next term says when nothing else is asked for: the same, for the year that follows. */
export const nextTerm = (before: PolicyTerm, input: RenewalInput): PolicyTerm => {
  const startDate = input.startDate ?? addDays(before.endDate, 1);
  const { thirdPartyEndDate } = before;
  return {
    ...before,
    // Third-party cover is sold for three and five years: it goes on while its day is still to come.
    thirdPartyEndDate:
      thirdPartyEndDate !== null && thirdPartyEndDate >= startDate ? thirdPartyEndDate : null,
    ...input,
    startDate,
    endDate: input.endDate ?? endOfTerm(startDate),
  };
};

/** @throws Refusal when the holder has been erased: nothing can be said of the term any more. */
export const termFields = ({
  cover,
  identity,
}: {
  readonly cover: PolicyCover;
  readonly identity: PolicyIdentity | null;
}): PolicyTerm => {
  if (identity) return { ...cover, ...identity };
  throw conflict('customer-erased', 'The holder has been erased; nothing can be changed.');
};

export const partsOf = (term: PolicyTerm): { cover: PolicyCover; identity: PolicyIdentity } => {
  const { cover, identity } = only([...POLICY_COVER_FIELDS, ...POLICY_IDENTITY_FIELDS], term);
  return { cover: cover as PolicyCover, identity: identity as PolicyIdentity };
};

type Field = keyof PolicyTerm;

export const only = (fields: readonly Field[], term: PolicyTerm) => {
  const pick = (some: readonly Field[]) =>
    Object.fromEntries(
      some.filter((field) => fields.includes(field)).map((field) => [field, term[field]]),
    );
  return {
    cover: pick(POLICY_COVER_FIELDS) as Partial<PolicyCover>,
    identity: pick(POLICY_IDENTITY_FIELDS) as Partial<PolicyIdentity>,
  };
};

export const changedFields = (before: PolicyTerm, after: PolicyTerm): Field[] =>
  [...POLICY_IDENTITY_FIELDS, ...POLICY_COVER_FIELDS].filter(
    (field) => before[field] !== after[field],
  );

export const clamped = (day: Day, { startDate, endDate }: PolicyCover): Day => {
  if (day < startDate) return startDate;
  return day > endDate ? endDate : day;
};

export const refuseOutside = (
  { startDate, endDate }: Pick<PolicyCover, 'startDate' | 'endDate'>,
  field: string,
  day: Day,
): void => {
  if (day >= startDate && day <= endDate) return;
  const message = `Choose a day of the term, ${shownDay(startDate)} to ${shownDay(endDate)}`;
  throw invalid([{ field, code: 'outside-term', message }]);
};

export const refuseImpossible = (term: PolicyTerm): void => {
  const problems = impossibilities(term);
  if (problems.length > 0) throw invalid(problems);
};
