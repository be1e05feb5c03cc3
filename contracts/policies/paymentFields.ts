import { z } from 'zod';
import { amount } from '../fields/amountFields.js';
import { requiredChoice } from '../fields/choiceFields.js';
import { dayText, requiredDay } from '../fields/dayFields.js';
import { inputOf, viewShapeOf } from '../fields/fields.js';
import { optionalNumber } from '../fields/numberFields.js';
import { optionalText } from '../fields/textFields.js';
import { wholeNumber } from '../rules/text.js';
import { INSTALMENT_STATES, MOST_INSTALMENTS } from './instalments.js';
import { PAYMENT_MEANS, PAYMENT_MEANS_LABELS } from './paymentKinds.js';
import { LARGEST_PREMIUM } from './policyFields.js';

/** Digits as cards have them, at once or in groups, and in no longer word or number. */
const LIKE_A_CARD =
  /(?<![\p{L}\p{N}])(?:\d{13,19}|\d{4}([\s.-])\d{4}\1\d{4}\1\d{1,7}|\d{4}([\s.-])\d{6}\2\d{4,5})(?![\p{L}\p{N}])/gu;

/** Whether the number of a card is in it (ISO/IEC 7812), which nobody may keep (PCI DSS, 3). */
const hasCardNumber = (text: string): boolean =>
  [text, ...(text.match(LIKE_A_CARD) ?? [])].some((part) =>
    isCardNumber(part.replace(/[\s.-]/g, '')),
  );

/** By its length and its check digit. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const reference = optionalText({
  label: 'Reference',
  limit: 60,
  mask: 'hidden',
  description: 'UPI reference, cheque number, or the insurer’s receipt',
  check: [
    (value) => !hasCardNumber(value),
    'This is a card number, which must not be kept. Enter the insurer’s receipt number',
  ],
});

const number = {
  label: 'Instalment',
  message: `Instalment must be a number from 1 to ${MOST_INSTALMENTS}`,
  sent: { minimum: 1, maximum: MOST_INSTALMENTS, pattern: '[1-9][0-9]{0,2}' },
  parse: (typed: string | number) => {
    const read = wholeNumber(typed);
    return read !== null && read >= 1 && read <= MOST_INSTALMENTS ? read : null;
  },
};

/** What is said of a payment. */
export const paymentFields = {
  number: optionalNumber({
    ...number,
    description: 'The last one that is paid, with those before it; absent: the next one',
  }),
  paidOn: requiredDay({ label: 'Paid on' }),
  amount: amount({
    label: 'Amount',
    description: 'Zero or absent, and of several: what is due',
    largest: LARGEST_PREMIUM,
    isZeroWhenMissing: true,
  }),
  means: requiredChoice({
    label: 'Paid by',
    options: PAYMENT_MEANS,
    initial: 'upi',
    optionLabels: PAYMENT_MEANS_LABELS,
  }),
  reference,
} as const;
export const PaymentInput = inputOf(paymentFields);
export type PaymentInput = z.output<typeof PaymentInput>;

/** A payment that was marked by mistake, or came back. */
export const takenBackFields = {
  number: optionalNumber({ ...number, description: 'The latest one that is paid' }),
  reason: optionalText({ label: 'Reason', limit: 500, hasLines: true }),
} as const;
export const TakenBackInput = inputOf(takenBackFields);
export type TakenBackInput = z.output<typeof TakenBackInput>;

/** An instalment of a term, paid or not. */
export const PolicyInstalment = z.object({
  number: z.int().describe('From 1 on'),
  dueDate: dayText(),
  amount: z.string().describe('What is due, or was paid; rupees with two digits'),
  state: z.enum(INSTALMENT_STATES),
  graceUntil: dayText().nullable().describe('The last day of grace, of one that is not paid'),
  paidOn: dayText().nullable(),
  means: z.enum(PAYMENT_MEANS).nullable(),
  ...viewShapeOf({ reference }),
});
export type PolicyInstalment = z.output<typeof PolicyInstalment>;
