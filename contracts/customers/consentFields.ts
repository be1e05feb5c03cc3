import type { z } from 'zod';
import { optionalChoice } from '../fields/choiceFields.js';
import { optionalDay } from '../fields/dayFields.js';
import { fieldNames, inputOf } from '../fields/fields.js';
import { optionalNumber } from '../fields/numberFields.js';
import { CHANNEL_LABELS, type Channel } from '../reminders/reminderKinds.js';
import { wholeNumber } from '../rules/text.js';
import { customerFields, LANGUAGE_LABELS, LANGUAGES } from './customerFields.js';

/** What personal data is used for by consent (Digital Personal Data Protection Act 2023, s. 6). */
export const CONSENT_PURPOSES = ['reminders', 'quotations'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export const CONSENTS = ['given', 'withdrawn'] as const;
export type Consent = (typeof CONSENTS)[number];

/** How a customer told their choice. `form`: with their record, and nothing more was said. */
export const CONSENT_WAYS = ['in_person', 'phone', 'letter', 'email', 'form', 'import'] as const;
export type ConsentWay = (typeof CONSENT_WAYS)[number];
export const CONSENT_WAY_LABELS: Readonly<Record<ConsentWay, string>> = {
  in_person: 'In person',
  phone: 'By phone',
  letter: 'By letter',
  email: 'By email',
  form: 'With the customer form',
  import: 'Imported',
};

/** As sentences name a channel: email is no name, SMS and WhatsApp are. */
const channelWord = (channel: Channel): string =>
  channel === 'email' ? channel : CHANNEL_LABELS[channel];

const consent = (purpose: ConsentPurpose, channel: Channel) => {
  const word = channelWord(channel);
  const choice = optionalChoice({
    label: `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)} by ${word}`,
    options: CONSENTS,
    none: 'Not recorded',
    description: `Whether ${purpose} may be sent by ${word}; null: no recorded choice, they are sent`,
  });
  return { ...choice, purpose, channel };
};

/**
 * What a customer can agree to: each purpose by each channel by which the product serves it. Without
 * a recorded choice they get it; withdrawn, they do not.
 */
export const consentFields = {
  reminderEmailConsent: consent('reminders', 'email'),
  reminderSmsConsent: consent('reminders', 'sms'),
  reminderWhatsappConsent: consent('reminders', 'whatsapp'),
  quotationEmailConsent: consent('quotations', 'email'),
} as const;
export type ConsentField = keyof typeof consentFields;
export const CONSENT_FIELDS = fieldNames(consentFields);

/** The field of a choice. @throws Error where a purpose is not served by a channel. */
export function consentFieldOf(purpose: ConsentPurpose, channel: Channel): ConsentField {
  const field = CONSENT_FIELDS.find(
    (name) => consentFields[name].purpose === purpose && consentFields[name].channel === channel,
  );
  if (!field) throw new Error(`There are no ${purpose} by ${channel}`);
  return field;
}

const MOST_NOTICES = 9_999;

/** What proves a choice: when and how it was told, and which notice was shown (s. 5, s. 6(10)). */
export const consentProofFields = {
  consentHow: optionalChoice({
    label: 'How',
    options: CONSENT_WAYS,
    optionLabels: CONSENT_WAY_LABELS,
    none: 'Not specified',
    description: 'How the choice was told; with the record when left out',
  }),
  consentGivenOn: optionalDay({
    label: 'Told on',
    description: 'The day on which the choice was told; today when left out',
  }),
  noticeLanguage: optionalChoice({
    label: 'Notice shown',
    options: LANGUAGES,
    optionLabels: LANGUAGE_LABELS,
    none: 'No notice',
    description: 'The language in which the privacy notice was shown; null: none was',
  }),
  noticeVersion: optionalNumber({
    label: 'Version of the notice',
    description: 'The newest when left out; without a language of no effect',
    parse: (typed) => {
      const version = wholeNumber(typed);
      return version >= 1 && version <= MOST_NOTICES ? version : null;
    },
    message: `The version of a notice is a whole number from 1 to ${MOST_NOTICES}`,
    sent: { minimum: 1, maximum: MOST_NOTICES, pattern: '[1-9][0-9]{0,3}' },
  }),
} as const;

/** Choices of a customer and their proof: a choice that is left out, or null, stays as it is. */
export const consentInputFields = { ...consentFields, ...consentProofFields } as const;
export const ConsentInput = inputOf(consentInputFields);
export type ConsentInput = z.output<typeof ConsentInput>;

/** What may be said of a new customer: the choices that they told, too. */
export const newCustomerFields = { ...customerFields, ...consentInputFields } as const;
export const CustomerInput = inputOf(newCustomerFields);
export type CustomerInput = z.output<typeof CustomerInput>;
