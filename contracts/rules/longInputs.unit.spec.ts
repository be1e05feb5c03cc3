import { describe, expect, it } from 'vitest';
import { CustomerInput, customerFields } from '../customers/customerFields.js';
import { DocumentInput, documentFields } from '../documents/documentFields.js';
import { normalizeUsername } from '../identity/username.js';
import { healthFields, vehicleFields } from '../policies/policyFields.js';
import { policyInputOf } from '../policies/policyInputs.js';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  quotationEmailFields,
  quotationFields,
} from '../quotations/quotationFields.js';
import { isAadhaar, normalizeAadhaar } from './aadhaar.js';
import { isEmail } from './email.js';
import { safeFileName } from './fileName.js';
import { isDay, parseDay } from './kolkataDay.js';
import { parsePaise } from './money.js';
import { isPan, normalizePan } from './pan.js';
import { cleanPolicyNumber } from './policyNumber.js';
import { cleanText } from './text.js';

/** As long as a body may be. */
const LONGEST = 100_000;
/** Milliseconds. A pattern that goes back takes seconds for a text of that length, or hours. */
const AT_ONCE_MS = 100;

/** What patterns repeat, and what makes them fail at the end and go back. */
const REPEATED = [
  ...[' ', '.', '-', '0', 'a', 'A', ',', '(', '+', '/', '\u200b', '\u0301'],
  ...['a.', 'a@', 'a-', '1,', '. ', 'A1', '\r\n', '\ud800'],
];
const ENDS = ['', '!'];

const RULES: Record<string, (text: string) => unknown> = {
  cleanText,
  isEmail,
  isDay,
  parseDay,
  parsePaise,
  isPan: (text) => isPan(normalizePan(text)),
  isAadhaar: (text) => isAadhaar(normalizeAadhaar(text)),
  cleanPolicyNumber,
  normalizeUsername,
  safeFileName: (text) => safeFileName(text, ['pdf']),
};

const SCHEMAS = {
  CustomerInput,
  DocumentInput,
  HealthPolicyInput: policyInputOf('health'),
  VehiclePolicyInput: policyInputOf('vehicle'),
  QuotationInput: QuotationInputSchema,
  QuotationEmailInput,
};
const FIELDS = Object.keys({
  ...customerFields,
  ...documentFields,
  ...healthFields,
  ...vehicleFields,
  ...quotationFields,
  ...quotationEmailFields,
});

/** In milliseconds. */
function durationOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** What else the machine does only adds to it: of three the least counts. */
const leastDurationOf = (work: () => unknown): number =>
  Math.min(...[1, 2, 3].map(() => durationOf(work)));

/**
 * Whether the time grows as the text does. What is done at once needs no comparison; what is not
 * takes four times as long for four times as much, and sixteen times where it goes back.
 */
function growsTooFast(rule: (text: string) => unknown, piece: string, end: string): boolean {
  const textOf = (length: number) => piece.repeat(Math.ceil(length / piece.length)) + end;
  const whole = textOf(LONGEST);
  if (durationOf(() => rule(whole)) < AT_ONCE_MS) return false;
  const quarter = textOf(LONGEST / 4);
  return leastDurationOf(() => rule(whole)) > 10 * leastDurationOf(() => rule(quarter));
}

const tooFast = (rule: (text: string) => unknown): string[] =>
  REPEATED.flatMap((piece) =>
    ENDS.filter((end) => growsTooFast(rule, piece, end)).map((end) => JSON.stringify([piece, end])),
  );

describe('a text as long as a body may be', () => {
  it.each(Object.keys(RULES))('is looked at once by %s', (name) => {
    expect(tooFast(RULES[name] ?? String)).toEqual([]);
  });

  it.each(Object.entries(SCHEMAS))('is looked at once in every field of %s', (_name, schema) => {
    for (const field of FIELDS) {
      expect(tooFast((text) => schema.safeParse({ [field]: text }))).toEqual([]);
    }
  });
});
