import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import { DEFAULT_LANGUAGE, type Language } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { ReminderCover } from '@insuremanager/contracts/reminders/reminderKinds';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, type Paise, parsePaise } from '@insuremanager/contracts/rules/money';
import { upiLink } from '@insuremanager/contracts/rules/upi';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { type EmailContent, escaped, htmlEmail, paragraph } from '../platform/mail/htmlEmail.js';
import type { Wording } from './wording.js';
import { WORDINGS } from './wording.js';

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
    /** Of a premium, where the agency names its UPI address: what opens the payer's app. */
    readonly link: { readonly label: string; readonly href: string } | null;
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
  if (first.cover === 'instalment') {
    const { premium } = wording;
    return {
      language,
      subject: isOne
        ? premium.subjectOfOne(first.term.policyNumber, formatDay(first.dueDate))
        : premium.subjectOfMany(count),
      greeting: wording.greeting(customer.name),
      intro: isOne ? premium.introOfOne : premium.introOfMany,
      policies: sorted.map((due) => describePremium(due, letterhead, wording)),
      renew: letterhead.phone ? premium.askByPhone(letterhead.phone) : premium.ask,
      ignore: premium.ignore,
      regards: wording.regards,
    };
  }
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

/**
 * What opens the payer's app for some premiums, which all go to the agency; null where it names no
 * UPI address.
 */
export const payLink = (
  due: readonly EndingCover[],
  { name, upiAddress }: Letterhead,
): string | null => {
  if (!upiAddress) return null;
  const premiums = due.map(({ term }) => `${term.policyNumber} ${nextInstalment(term)}`);
  const note = `Premium ${premiums.join(', ')}`;
  return upiLink({ ...{ address: upiAddress, name, amount: amountDue(due) }, note });
};

export const amountDue = (due: readonly EndingCover[]): Paise =>
  due.reduce((sum, { term }) => sum + (parsePaise(term.nextDueAmount ?? '0') ?? 0), 0);

/** `3/12`. */
export const nextInstalment = ({ instalmentsPaid, instalments }: PolicyView): string =>
  `${instalmentsPaid + 1}/${instalments}`;

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
    link: null,
  };
};

/** A premium that is to be paid, and by which link. */
const describePremium = (
  due: EndingCover,
  letterhead: Letterhead,
  { kinds, labels, premium }: Wording,
): RenewalLetter['policies'][number] => {
  const { term, dueDate } = due;
  const href = payLink([due], letterhead);
  const rows: (readonly [string, string | null | undefined])[] = [
    [labels.insurer, term.insuranceCompany],
    [labels.policyNumber, term.policyNumber],
    [labels.vehicle, vehicleOf(term)],
    [premium.labels.instalment, nextInstalment(term)],
    [premium.labels.dueDate, formatDay(dueDate)],
    [premium.labels.amount, formatMoney(amountDue([due]))],
    [premium.labels.grace, term.nextGraceUntil && formatDay(term.nextGraceUntil)],
    [premium.labels.upi, letterhead.upiAddress],
  ];
  return {
    title: kinds[term.kind],
    rows: rows.filter((row): row is readonly [string, string] => Boolean(row[1])),
    link: href ? { label: premium.pay, href } : null,
  };
};

const vehicleOf = ({ vehicleNumber, vehicleMake, vehicleModel }: PolicyView): string | null =>
  [vehicleNumber && formatPlate(vehicleNumber), vehicleMake, vehicleModel]
    .filter(Boolean)
    .join(' ') || null;

/** The same in a few lines, for a person to send. */
export const renewalText = (
  { greeting, subject, renew, regards }: RenewalLetter,
  { name }: Letterhead,
): string => [`${greeting}\n${subject}`, renew, `${regards}\n${name}`].join('\n\n');

export const renewalEmail = (letter: RenewalLetter, letterhead: Letterhead): EmailContent => ({
  subject: letter.subject,
  text: textOf(letter, letterhead),
  html: htmlOf(letter, letterhead),
});

const present = (lines: readonly (string | false | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line));

/** As the PDFs of quotations have them. */
const registrationsOf = ({ licence, gstin }: Letterhead): string[] =>
  present([licence && `Licence ${licence}`, gstin && `GSTIN ${gstin}`]);

const textOf = (letter: RenewalLetter, letterhead: Letterhead): string =>
  [
    [letter.greeting],
    [letter.intro],
    ...letter.policies.map(({ title, rows, link }) => [
      title,
      ...rows.map(([label, value]) => `${label}: ${value}`),
      ...(link ? [`${link.label}: ${link.href}`] : []),
    ]),
    [letter.renew],
    [letter.ignore],
    present([
      letter.regards,
      letterhead.name,
      letterhead.address,
      letterhead.phone,
      letterhead.email,
      letterhead.website,
      ...registrationsOf(letterhead),
    ]),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const styles = {
  title: 'margin: 0 0 4px; font-size: 16px;',
  table: 'width: 100%; margin: 0 0 20px; border-collapse: collapse; font-size: 15px;',
  label:
    'padding: 6px 12px 6px 0; border-top: 1px solid #d3d8de; text-align: start; vertical-align: top; font-weight: normal; color: #5f6b7c; width: 45%;',
  value:
    'padding: 6px 0; border-top: 1px solid #d3d8de; vertical-align: top; font-weight: 600; overflow-wrap: anywhere;',
} as const;

const policyTable = ({ title, rows, link }: RenewalLetter['policies'][number]): string => `
<h2 dir="auto" style="${styles.title}">${escaped(title)}</h2>
<table style="${styles.table}">
${rows
  .map(
    ([label, value]) =>
      `<tr><th scope="row" class="row quiet" style="${styles.label}">${escaped(label)}</th>` +
      `<td dir="auto" class="row" style="${styles.value}">${escaped(value)}</td></tr>`,
  )
  .join('\n')}
</table>${
  link
    ? `
<p dir="auto" style="margin: 0 0 20px;"><a href="${escaped(link.href)}">${escaped(link.label)}</a></p>`
    : ''
}`;

const htmlOf = (letter: RenewalLetter, letterhead: Letterhead): string => {
  const contacts = present([letterhead.phone, letterhead.email, letterhead.website]);
  const under = present([letterhead.address, registrationsOf(letterhead).join(' · ')]);
  return htmlEmail({
    language: letter.language,
    subject: letter.subject,
    brand: letterhead.name,
    underBrand: [...under, contacts.join(' · ')].filter(Boolean),
    body: `${[letter.greeting, letter.intro].map(paragraph).join('\n')}
${letter.policies.map(policyTable).join('\n')}
${[letter.renew, letter.ignore].map(paragraph).join('\n')}
<p dir="auto" style="margin: 0;">${escaped(letter.regards)}<br>${escaped(letterhead.name)}</p>`,
  });
};
