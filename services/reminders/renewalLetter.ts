import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import { DEFAULT_LANGUAGE, type Language } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { ReminderCover } from '@insuremanager/contracts/reminders/reminderKinds';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { Wording } from './wording/wording.js';
import { WORDINGS } from './wording/wordings.js';

/** Cover that is about to end. */
export interface EndingCover {
  readonly term: PolicyView;
  readonly cover: ReminderCover;
  /** The last day of cover. */
  readonly dueDate: Day;
}

/** All that a message to a customer is made of. */
export interface LetterInput {
  readonly customer: CustomerView;
  /** At least one. */
  readonly ending: readonly EndingCover[];
  readonly today: Day;
  readonly letterhead: Letterhead;
}

/** A reminder in the customer's language, before it is laid out. */
export interface RenewalLetter {
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly intro: string;
  readonly policies: readonly {
    readonly title: string;
    readonly rows: readonly (readonly [label: string, value: string])[];
  }[];
  readonly renew: string;
  readonly ignore: string;
  readonly regards: string;
}

export const languageOf = ({ language }: Pick<CustomerView, 'language'>): Language =>
  language ?? DEFAULT_LANGUAGE;

/** What ends first comes first. */
export const sortedEnding = (ending: readonly EndingCover[]): EndingCover[] =>
  [...ending].sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.term.id - b.term.id);

/** Two covers of a policy are one policy. */
export const countPolicies = (ending: readonly EndingCover[]): number =>
  new Set(ending.map(({ term }) => term.id)).size;

export const daysLeftOf = ({ dueDate }: EndingCover, today: Day): number =>
  Math.max(0, daysBetween(today, dueDate));

export function renewalLetter({ customer, ending, today, letterhead }: LetterInput): RenewalLetter {
  const language = languageOf(customer);
  const wording = WORDINGS[language];
  const sorted = sortedEnding(ending);
  const [first] = sorted;
  if (!first) throw new Error('A letter needs something that ends');
  const count = countPolicies(sorted);
  const isOne = count === 1;
  return {
    language,
    subject: isOne
      ? wording.subjectOfOne(first.term.policyNumber, formatDay(first.dueDate))
      : wording.subjectOfMany(count),
    greeting: wording.greeting(customer.name),
    intro: isOne ? wording.introOfOne : wording.introOfMany,
    policies: sorted.map((cover) => describe(cover, today, wording)),
    renew: letterhead.phone ? wording.renewByPhone(letterhead.phone) : wording.renew,
    ignore: wording.ignore,
    regards: wording.regards,
  };
}

const describe = (
  ending: EndingCover,
  today: Day,
  { kinds, thirdParty, labels, daysLeft }: Wording,
): RenewalLetter['policies'][number] => {
  const { term, cover, dueDate } = ending;
  const rows: (readonly [string, string | null])[] = [
    [labels.insurer, term.insuranceCompany],
    [labels.policyNumber, term.policyNumber],
    [labels.vehicle, vehicleOf(term)],
    [labels.endDate, formatDay(dueDate)],
    [labels.daysLeft, daysLeft(daysLeftOf(ending, today))],
    [labels.premium, formatMoney(parsePaise(term.premiumAmount) ?? 0)],
  ];
  const kind = kinds[term.kind];
  return {
    title: cover === 'third_party' ? `${kind} – ${thirdParty}` : kind,
    rows: rows.filter((row): row is readonly [string, string] => Boolean(row[1])),
  };
};

const vehicleOf = ({ vehicleNumber, vehicleMake, vehicleModel }: PolicyView): string | null =>
  [vehicleNumber && formatPlate(vehicleNumber), vehicleMake, vehicleModel]
    .filter(Boolean)
    .join(' ') || null;
