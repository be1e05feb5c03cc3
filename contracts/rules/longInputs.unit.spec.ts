import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { describe, expect, it } from 'vitest';
import { CustomerInput } from '../customers/consentFields.js';
import { customerFields } from '../customers/customerFields.js';
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
/** Milliseconds for all texts. A pattern that goes back takes seconds for each of them, or hours. */
const TIMEOUT_MS = 60_000;

/** What patterns repeat, and what makes them fail at the end and go back. */
const REPEATED = [
  ...[' ', '.', '-', '0', 'a', 'A', ',', '(', '+', '/', '\u200b', '\u0301'],
  ...['a.', 'a@', 'a-', '1,', '. ', 'A1', '\r\n', '\ud800'],
];
const ENDS = ['', '!'];
/** Those of them that each run has in every field. */
const OFTEN = isExhaustive(import.meta.url) ? REPEATED : [' ', '0', 'a.', 'a-'];

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

const textsOf = (piece: string): string[] =>
  ENDS.map((end) => piece.repeat(Math.ceil(LONGEST / piece.length)) + end);

/** Reads all of them; a pattern that goes back is not done when the time of the test is over. */
const readAll = (rule: (text: string) => unknown, pieces = REPEATED): number =>
  pieces.flatMap(textsOf).map((text) => rule(text)).length;

describe('a text as long as a body may be', () => {
  it.each(Object.keys(RULES))('is looked at once by %s', { timeout: TIMEOUT_MS }, (name) => {
    expect(readAll(RULES[name] ?? String)).toBe(REPEATED.length * ENDS.length);
  });

  it.each(Object.entries(SCHEMAS))(
    'is looked at once in every field of %s',
    { timeout: TIMEOUT_MS },
    (_name, schema) => {
      for (const field of FIELDS) {
        expect(readAll((text) => schema.safeParse({ [field]: text }), OFTEN)).toBeGreaterThan(0);
      }
    },
  );
});
