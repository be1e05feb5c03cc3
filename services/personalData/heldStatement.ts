import type { CustomerDetails } from '@insuremanager/contracts/customers/customerEvents';
import { ERASED, type FieldChange } from '@insuremanager/contracts/history';
import type { HeldItem, HeldReport, HeldState } from '@insuremanager/contracts/privacy/held';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { addresseeOf, type StatementPart, type StatementPdfInput } from '../printing/index.js';
import { formatInstant, wordText } from './facts.js';

/** What stands beside a record that is in no list any more. */
const MARKS: Readonly<Record<HeldState, string | null>> = {
  existing: null,
  deleted: 'Deleted',
  moved: 'Now in another person’s name',
  erased: 'Erased',
};

/** What is held about a person, as a letter to them. */
export function heldStatement(
  report: HeldReport,
  details: CustomerDetails | null,
): Omit<StatementPdfInput, 'letterhead' | 'logo'> {
  const { madeAt, madeBy, person, holdings, accesses, recipients, kept, heldBy } = report;
  const day = kolkataDay(new Date(madeAt));
  const names = new Map(
    holdings.flatMap(({ kind, items }) => items.map(({ id, title }) => [`${kind}-${id}`, title])),
  );
  const isErased = person.state === 'erased';
  const counted = holdings.filter(({ items }) => items.length > 0);
  return {
    title: 'What we hold about you',
    lines: [
      'Your right to access under section 11 of the Digital Personal Data Protection Act, 2023',
      `Customer number ${person.customerId}  ·  made on ${formatInstant(madeAt)} by ${madeBy}`,
    ],
    addressee: details && addresseeOf(details),
    day,
    parts: [
      {
        kind: 'text',
        text: isErased
          ? 'Everything personal about this person has been erased. This letter lists what is left without it.'
          : `This is all that ${heldBy.name} holds about you, also what was deleted from our lists. Numbers that we usually show in part, such as your Aadhaar number and PAN, stand here whole: keep this letter safe.`,
      },
      { kind: 'heading', text: 'At a glance' },
      {
        kind: 'table',
        headings: ['What', 'How many', 'What it is kept for'],
        shares: [28, 14, 58],
        rows: [
          ...counted.map(({ title, items, purpose }) => [title, countText(items), purpose]),
          [
            'Who saw or changed it',
            String(accesses.length),
            'To be able to answer you, and to find misuse.',
          ],
        ],
      },
      ...counted.flatMap(({ title, purpose, items }): StatementPart[] => [
        { kind: 'heading', text: title, note: purpose },
        ...items.map(
          ({ title: name, state, facts }): StatementPart => ({
            ...{ kind: 'facts', title: name, mark: MARKS[state] },
            facts: facts.map(({ label, text }) => [label, text] as const),
          }),
        ),
      ]),
      {
        ...{ kind: 'heading', text: 'With whom it is shared' },
        note: 'Insurers decide by themselves how they handle what they get; processors handle it for us.',
      },
      recipients.length === 0
        ? { kind: 'text', text: 'With nobody.' }
        : {
            kind: 'table',
            headings: ['Who', 'Role', 'What, and what for'],
            shares: [34, 14, 52],
            rows: recipients.map(({ name, role, data }) => [name, wordText(role), data]),
          },
      {
        ...{ kind: 'heading', text: 'Who saw or changed it' },
        note: 'Every change, with what stood there before, every look at a whole identity number, and whatever was taken out. That somebody opened a page of yours on a screen is not recorded.',
      },
      {
        kind: 'table',
        headings: ['When', 'Who', 'Record', 'What'],
        shares: [25, 15, 24, 36],
        rows: accesses.map(({ at, actor, record, recordId, summary, changes }) => [
          formatInstant(at),
          actor.userId === 0 ? 'The application' : `${actor.username}\n${wordText(actor.role)}`,
          names.get(`${record}-${recordId}`) ?? `${wordText(record)} ${recordId}`,
          [summary, ...(record === 'customer' ? [] : formerValues(changes))].join('\n'),
        ]),
      },
      { kind: 'heading', text: 'How long it is kept' },
      {
        kind: 'text',
        text: isErased ? kept.reason : `At least until ${formatDay(kept.until)}. ${kept.reason}`,
      },
      { kind: 'heading', text: 'What you can ask for' },
      {
        kind: 'text',
        text: `You can have what is wrong or incomplete corrected, and what is not needed any more erased (section 12); withdraw a consent as easily as you gave it (section 6); complain to us (section 13) and then to the Data Protection Board of India; and name somebody who exercises your rights when you cannot (section 14). ${reachedBy(heldBy)}`,
      },
    ],
    attachment: null,
  };
}

/** What stood in a record before; earlier details of the person have a section of their own. */
const formerValues = (changes: readonly FieldChange[]): string[] =>
  changes.flatMap(({ label, before }) =>
    before === null || before === ERASED ? [] : [`${label} before: ${before}`],
  );

function countText(items: readonly HeldItem[]): string {
  const gone = items.filter(({ state }) => state !== 'existing').length;
  return gone === 0 ? String(items.length) : `${items.length} (${gone} not in our lists)`;
}

const reachedBy = ({ name, phone, email }: HeldReport['heldBy']): string => {
  const ways = [phone, email].filter(Boolean).join(' or ');
  return `Write to ${name}${ways === '' ? '' : `, ${ways}`}.`;
};
