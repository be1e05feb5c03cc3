import { LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { describe, expect, it } from 'vitest';
import { variablesIn } from '../platform/sms/placeholders.js';
import { renewalLetter } from './renewalLetter.js';
import {
  filledText,
  PREMIUM_TEXT_VARIABLES,
  type ShortTexts,
  shortTextsOf,
  TEXT_VARIABLES,
} from './shortTexts.js';
import { sampleCustomer, sampleLetter, sampleTerm } from './testing/sampleLetter.js';
import { WORDINGS } from './wording.js';

const english = { templateId: '1107', text: WORDINGS.en.shortText };

describe('a short message', () => {
  it('names the customer, the policy, the day and whom to call', () => {
    expect(filledText({ en: english }, sampleLetter()).text).toBe(
      'Dear Anitha Nair, your policy P/400/2026/12 ends on 01/05/2026 (29 days left). ' +
        'To renew, call +91 484 2345678. Malabar Brokers',
    );
  });

  it('of several policies names the first, and how many more there are', () => {
    const ending = ['2026-05-09', '2026-05-01'].map((dueDate, index) => ({
      term: sampleTerm({ id: 100 + index, policyNumber: `P/${index}` }),
      cover: 'policy' as const,
      dueDate,
    }));
    const { values } = filledText({ en: english }, sampleLetter(null, { ending }));
    expect(values).toMatchObject({ policy: 'P/1 +1', date: '01/05/2026', days: '29' });
  });

  it('of two covers of one policy names that policy alone', () => {
    const term = sampleTerm();
    const ending = (['policy', 'third_party'] as const).map((cover, index) => ({
      ...{ term, cover, dueDate: `2026-05-0${index + 1}` },
    }));
    const letter = sampleLetter(null, { ending });
    expect(filledText({ en: english }, letter).values.policy).toBe(term.policyNumber);
    expect(renewalLetter(letter).subject).toBe(
      WORDINGS.en.subjectOfOne(term.policyNumber, '01/05/2026'),
    );
  });

  it('is in English where no text is registered in the customer’s language', () => {
    const texts: ShortTexts = { en: english, hi: { templateId: '1108', text: '{{date}}' } };
    expect(filledText(texts, sampleLetter('ml'))).toMatchObject({
      ...{ language: 'en', templateId: '1107' },
    });
    expect(filledText(texts, sampleLetter('hi'))).toMatchObject({
      ...{ language: 'hi', templateId: '1108', text: '01/05/2026' },
    });
  });

  it('has no value that is longer than 30 characters', () => {
    const letter = sampleLetter(null, { customer: sampleCustomer({ name: 'അ'.repeat(90) }) });
    for (const value of Object.values(filledText({ en: english }, letter).values))
      expect(Array.from(value).length).toBeLessThanOrEqual(30);
  });

  it('names nothing that somebody put between braces', () => {
    const customer = sampleCustomer({ name: '{{phone}} {{secret}}' });
    expect(filledText({ en: english }, sampleLetter(null, { customer })).text).toContain(
      'Dear {{phone}} {{secret}},',
    );
  });
});

describe('a short message of a premium', () => {
  const due = { nextDueAmount: '12500.05', instalments: 4, instalmentsPaid: 2 };
  const ending = [{ term: sampleTerm(due), cover: 'instalment' as const, dueDate: '2026-04-09' }];
  const { letterhead } = sampleLetter();
  const registered = { en: { templateId: '1109', text: WORDINGS.en.premiumText } };
  const messageBy = (from: Partial<typeof letterhead> & { upiAddress?: string }) =>
    filledText(registered, sampleLetter(null, { ending, letterhead: { ...letterhead, ...from } }));

  it('says what is due and when, with the link of the email', () => {
    const upiAddress = 'malabar.brokers@okicici';
    const letter = sampleLetter(null, { ending, letterhead: { ...letterhead, upiAddress } });
    const href = renewalLetter(letter).policies[0]?.link?.href ?? 'none';
    const { text, values, lacksPhone } = messageBy({ upiAddress });
    expect(text).toBe(
      `Dear Anitha Nair, the premium of ₹12,500.05 for your policy P/400/2026/12 is due on 09/04/2026. To pay: ${href} Malabar Brokers`,
    );
    expect(href).toMatch(/^upi:.*am=12500\.05/);
    expect({ values, lacksPhone }).toMatchObject({
      values: { instalment: '3/4' },
      lacksPhone: false,
    });
  });

  it('of several premiums asks for all of them, by one link', () => {
    const upiAddress = 'malabar.brokers@okicici';
    const term = sampleTerm({ ...due, id: 101, policyNumber: 'P/77', nextDueAmount: '0.95' });
    const several = [...ending, { term, cover: 'instalment' as const, dueDate: '2026-04-12' }];
    const of = { ending: several, letterhead: { ...letterhead, upiAddress } };
    const { values } = filledText(registered, sampleLetter(null, of));
    expect(values).toMatchObject({ amount: '₹12,501.00', policy: 'P/400/2026/12 +1' });
    const { searchParams } = new URL(values.pay);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ am: '12501.00', tn: 'Premium P/400/2026/12 3/4, P/77 3/4', pa: upiAddress },
    });
    const amounts = renewalLetter(sampleLetter(null, of)).policies.map(({ link }) =>
      new URL(link?.href ?? '').searchParams.get('am'),
    );
    expect(amounts).toEqual(['12500.05', '0.95']);
  });

  it('names the phone where the agency has no UPI address, and waits where it has neither', () => {
    expect(messageBy({}).text).toContain('To pay: +91 484 2345678 Malabar');
    expect(messageBy({ phone: '' })).toMatchObject({ lacksPhone: true });
  });
});

it.each(LANGUAGES)(
  'the usual text of premiums in %s names what is due and how to pay',
  (language) => {
    const named = variablesIn(WORDINGS[language].premiumText);
    for (const name of named) expect(PREMIUM_TEXT_VARIABLES).toContain(name);
    expect(named).toEqual(expect.arrayContaining(['policy', 'amount', 'date', 'pay']));
  },
);

it.each(LANGUAGES)('the usual text in %s has only variables that there are', (language) => {
  const named = variablesIn(WORDINGS[language].shortText);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(TEXT_VARIABLES).toContain(name);
  const { problems } = shortTextsOf({ templateIds: { en: '1', [language]: '2' }, texts: {} });
  expect(problems).toEqual([]);
});
