import {
  CONSENT_FIELDS,
  type ConsentInput,
  consentFields,
} from '@insuremanager/contracts/customers/consentFields';
import type { ConsentChoice } from '@insuremanager/contracts/customers/consentViews';
import {
  CustomerConsentRecorded,
  type CustomerEvent,
} from '@insuremanager/contracts/customers/customerEvents';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { invalid } from '../platform/errors.js';

/** What a decision about consents has to know beside the customer. */
export interface ConsentCircumstances {
  today: Day;
  /** The version of the privacy notice that is shown now; older ones have lower numbers. */
  newestNotice: number;
}

/** The choices of an input, with their proof; nothing where it holds none. */
export function consentsIn(
  customerId: number,
  input: ConsentInput,
  { today, newestNotice }: ConsentCircumstances,
): CustomerEvent[] {
  const choices = CONSENT_FIELDS.flatMap((field): ConsentChoice[] => {
    const { purpose, channel } = consentFields[field];
    const choice = input[field];
    return choice ? [{ purpose, channel, choice }] : [];
  });
  if (choices.length === 0) return [];
  const givenOn = input.consentGivenOn ?? today;
  if (givenOn > today) throw consentToCome();
  const { consentHow, noticeLanguage: language } = input;
  const version = input.noticeVersion ?? newestNotice;
  if (language && version > newestNotice) throw unknownNotice(version);
  const notice = language ? { version, language } : null;
  const how = consentHow ?? 'form';
  return [CustomerConsentRecorded({ customerId, choices, how, givenOn, notice })];
}

/** An input that holds no choice where one is asked for. */
export const noChoice = () => {
  const message = 'Choose at least one consent that is given or withdrawn.';
  return invalid([{ field: CONSENT_FIELDS[0] ?? '', code: 'no-consent', message }]);
};

const consentToCome = () => {
  const message = 'A consent cannot be told on a day to come';
  return invalid([{ field: 'consentGivenOn', code: 'day-to-come', message }]);
};

const unknownNotice = (version: number) => {
  const message = `There is no version ${version} of the privacy notice`;
  return invalid([{ field: 'noticeVersion', code: 'notice-unknown', message }]);
};
