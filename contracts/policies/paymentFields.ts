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

/** The digits of a card (ISO/IEC 7812, with its check digit), which nobody may keep (PCI DSS, 3). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
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
    (value) => !isCardNumber(value),
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
