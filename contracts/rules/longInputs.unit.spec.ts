import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { describe, expect, it } from 'vitest';
import { AgencySettingsInput } from '../agency/agencyFields.js';
import { CustomerInput } from '../customers/consentFields.js';
import { customerFields } from '../customers/customerFields.js';
import { DocumentInput, documentFields } from '../documents/documentFields.js';
import { normalizeUsername } from '../identity/username.js';
import { QuoteRequest } from '../leads/quoteRequests.js';
import { PaymentInput, paymentFields } from '../policies/paymentFields.js';
import { healthFields, vehicleFields } from '../policies/policyFields.js';
import { policyInputOf } from '../policies/policyInputs.js';
import { QuotationEmailInput, quotationEmailFields } from '../quotations/quotationFields.js';
import { QuotationLinkInput } from '../quotations/quotationLinks.js';
import { DECLARED_RECORDS } from '../records/declaredRecords.js';
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

type Schema = Readonly<Record<'safeParse', (input: object) => unknown>>;

/** What is sent, with the fields of it. */
const INPUTS: Record<string, readonly [Schema, object]> = {
  ...Object.fromEntries(
    Object.entries(DECLARED_RECORDS).flatMap(([name, record]) =>
      'input' in record ? [[name, [record.input, record.fields]]] : [],
    ),
  ),
  customer: [CustomerInput, customerFields],
  document: [DocumentInput, documentFields],
  'health policy': [policyInputOf('health'), healthFields],
  'vehicle policy': [policyInputOf('vehicle'), vehicleFields],
  'email of a quotation': [QuotationEmailInput, quotationEmailFields],
  'request for a quote': [QuoteRequest, QuoteRequest.shape],
  'link of a quotation': [QuotationLinkInput, QuotationLinkInput.shape],
  'settings of the agency': [AgencySettingsInput, AgencySettingsInput.shape],
  payment: [PaymentInput, paymentFields],
};

const textsOf = (piece: string): string[] =>
  ENDS.map((end) => piece.repeat(Math.ceil(LONGEST / piece.length)) + end);

/** Reads all of them; a pattern that goes back is not done when the time of the test is over. */
const readAll = (rule: (text: string) => unknown, pieces = REPEATED): number =>
  pieces.flatMap(textsOf).map((text) => rule(text)).length;

describe('a text as long as a body may be', () => {
  it.each(Object.keys(RULES))('is looked at once by %s', { timeout: TIMEOUT_MS }, (name) => {
    expect(readAll(RULES[name] ?? String)).toBe(REPEATED.length * ENDS.length);
  });

  it.each(Object.entries(INPUTS))(
    'is looked at once in every field of a %s',
    { timeout: TIMEOUT_MS },
    (_name, [schema, fields]) => {
      for (const field of Object.keys(fields)) {
        expect(readAll((text) => schema.safeParse({ [field]: text }), OFTEN)).toBeGreaterThan(0);
      }
    },
  );
});
