import {
  type PolicyField,
  policyFields,
  policyLabel,
} from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { frequencyFrom } from '@insuremanager/contracts/rules/premiumFrequency';
import { statusLook } from '../statusTones';
import { typeWord } from './policyTypeWords';
import { CANCELLATION_REASON_WORDS, COVER_TYPE_WORDS, FREQUENCY_WORDS } from './policyWords';

const wordIn = (words: Readonly<Record<string, string>>, value: string): string =>
  words[value] ?? value;

/** A value of a field as people read it; what a history has put in words already stays so. */
export function shownValue(field: string, value: string): string {
  if (value === '') return '';
  switch (field) {
    case 'status':
      return statusLook(value.toLowerCase()).label;
    case 'policyType':
    case 'vehicleType':
      return typeWord(value);
    case 'coverType':
      return wordIn(COVER_TYPE_WORDS, value);
    case 'premiumFrequency': {
      const frequency = frequencyFrom(value);
      return frequency ? FREQUENCY_WORDS[frequency] : value;
    }
    case 'sumAssured':
    case 'premiumAmount':
      return value.startsWith('₹') ? value : `₹${value}`;
    case 'ncbPercent':
      return value.endsWith('%') ? value : `${value} %`;
    case 'reason':
      return wordIn(CANCELLATION_REASON_WORDS, value);
    default:
      return value;
  }
}

export const labelsOf = (kind: PolicyKind): Record<PolicyField, string> =>
  Object.fromEntries(
    policyFields(kind).map((field) => [field, policyLabel(kind, field)]),
  ) as Record<PolicyField, string>;
