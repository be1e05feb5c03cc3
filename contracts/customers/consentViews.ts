import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { CHANNELS } from '../reminders/reminderKinds.js';
import { CONSENT_PURPOSES, CONSENT_WAYS, CONSENTS } from './consentFields.js';
import { LANGUAGES } from './customerFields.js';

const cell = { purpose: z.enum(CONSENT_PURPOSES), channel: z.enum(CHANNELS) };
const how = z.enum(CONSENT_WAYS).describe('How the customer told it');
const notice = {
  noticeVersion: z.int().nullable().describe('Of the notice that was shown; null: none was'),
  noticeLanguage: z.enum(LANGUAGES).nullable(),
};

/** How a customer stands to one purpose by one channel. */
export const StandingConsent = z.object({
  ...cell,
  choice: z.enum(CONSENTS).nullable().describe('Null: none was ever recorded'),
  givenOn: dayText().nullable().describe('Since when'),
  how: how.nullable(),
  ...notice,
});
export type StandingConsent = z.infer<typeof StandingConsent>;

export const ConsentChoice = z.object({ ...cell, choice: z.enum(CONSENTS) });
export type ConsentChoice = z.infer<typeof ConsentChoice>;

/** Choices that were recorded together. */
export const ConsentRecord = z.object({
  recordedAt: instantText(),
  recordedBy: z.string().describe('The username'),
  givenOn: dayText().describe('The day on which the customer told it'),
  how,
  ...notice,
  choices: z.array(ConsentChoice),
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

/** Every choice that a customer has, and how it came to that; also of one who is deleted or erased. */
export const CustomerConsents = z.object({
  standing: z.array(StandingConsent).describe('Every purpose by every channel that serves it'),
  records: z.array(ConsentRecord).describe('The newest first'),
});
export type CustomerConsents = z.infer<typeof CustomerConsents>;

/** On how many customers' consents a notice bears. */
export const NoticeUse = z.object({
  version: z.int(),
  customers: z.int().describe('Customers with a standing consent that rests on it'),
});
export type NoticeUse = z.infer<typeof NoticeUse>;
