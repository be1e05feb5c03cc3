import { formatPercent, percent } from '../fields/amountFields.js';
import { requiredChoice } from '../fields/choiceFields.js';
import { requiredDay } from '../fields/dayFields.js';
import { describeList } from '../fields/list.js';
import { declareRecord, recordStamps } from '../fields/record.js';
import { requiredText } from '../fields/textFields.js';
import { RECORDS } from '../records/records.js';
import type { Warning } from '../rules/warning.js';
import { COMMISSION_PRODUCT_LABELS, COMMISSION_PRODUCTS } from './commissionKinds.js';
import { CAPS_ENDED_ON, usualCaps } from './commissionRules.js';
import type { RateDetails } from './rateEvents.js';

/** What an insurer pays of a premium without GST, in the order in which it is shown. */
export const rateFields = {
  insuranceCompany: requiredText({ label: 'Insurance company', limit: 200 }),
  product: requiredChoice({
    label: 'Product',
    options: COMMISSION_PRODUCTS,
    optionLabels: COMMISSION_PRODUCT_LABELS,
  }),
  validFrom: requiredDay({ label: 'Valid from' }),
  ownDamage: percent({ label: 'Of own damage' }),
  thirdParty: percent({ label: 'Of third party' }),
  net: percent({ label: 'Of net premium' }),
} as const;

const rateList = describeList({
  criteria: {
    search: { kind: 'search', description: 'Part of the insurance company' },
    insuranceCompany: { kind: 'text', label: 'Insurance company' },
    products: {
      kind: 'anyOf',
      parameter: 'product',
      options: COMMISSION_PRODUCTS,
      label: 'Product',
    },
  },
  sorts: ['insurer', 'validFrom'],
  usualSort: 'insurer',
  descending: ['validFrom'],
});

export const rateRecord = declareRecord(RECORDS.commissionRate, {
  fields: rateFields,
  system: recordStamps,
  list: rateList,
});
/** What is more than was ever usual, or applies to nothing. */
export function rateWarnings(rate: RateDetails): Warning[] {
  const caps = usualCaps(rate.product);
  const isHealth = caps.net > 0;
  const named = ['ownDamage', 'thirdParty', 'net'] as const;
  return named.flatMap((field): Warning[] => {
    // Of all of a motor premium no more was allowed than of own damage.
    const cap = !isHealth && field === 'net' ? caps.ownDamage : caps[field];
    if (rate[field] === 0) return [];
    if (isHealth && field !== 'net') {
      const message = 'Health policies have no such part; it counts for nothing.';
      return [{ field, code: 'no-such-part', message }];
    }
    if (rate[field] <= cap) return [];
    const most = formatPercent(cap);
    const message =
      rate.validFrom < CAPS_ENDED_ON
        ? `Until 31 March 2023 the regulator allowed ${most} at most.`
        : `The regulator’s cap was ${most} until 31 March 2023. Since then the insurer’s board decides; check its letter.`;
    return [{ field, code: 'above-cap', message }];
  });
}
