import {
  type ConsentField,
  consentFieldOf,
  consentFields,
} from '@insuremanager/contracts/customers/consentFields';
import { CUSTOMER_DETAIL_FIELDS } from '@insuremanager/contracts/customers/customerEvents';
import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import {
  type CustomerDetailField,
  type DuplicateReason,
  isToldLater,
  REASON_LABELS,
} from '@insuremanager/contracts/customers/duplicates';
import { MOST_NOMINEES } from '@insuremanager/contracts/customers/nominees';
import type { MergeSideQuery } from '../../../data/operations.generated';
import type { Customer } from '../customer';

// Two customers beside each other: what differs, what is proposed, what becomes of them.

/** Of two who are compared: the one in the first column, or the other. */
export type Side = 'one' | 'other';
export const SIDES = ['one', 'other'] as const;
export const across = (side: Side): Side => (side === 'one' ? 'other' : 'one');

export type Pair<Value> = Readonly<Record<Side, Value>>;

/** What is known of one of them. */
export interface Compared extends Omit<MergeSideQuery, 'customer'> {
  readonly customer: Customer;
}

const isDetail = (field: CustomerField): field is CustomerDetailField =>
  (CUSTOMER_DETAIL_FIELDS as readonly string[]).includes(field);

/** All that can be chosen; what identifies a person comes first. */
const FIELDS: readonly CustomerField[] = (Object.keys(CUSTOMER_LABELS) as CustomerField[]).filter(
  (field) => isDetail(field) || field === 'kycStatus',
);

/**
 * Fields by whether the two say the same; those that both leave empty are in neither. Of Aadhaar
 * numbers only the last digits are known here: `reasons` says whether the whole ones are the same.
 */
export function comparedFields(
  { one, other }: Pair<Customer>,
  reasons: readonly DuplicateReason[],
): { differing: CustomerField[]; alike: CustomerField[] } {
  const filled = FIELDS.filter((field) => one[field] !== null || other[field] !== null);
  const isAlike = (field: CustomerField) =>
    one[field] === other[field] &&
    (field !== 'aadhaarNumber' || reasons.includes('aadhaarNumber')) &&
    (field !== 'kycStatus' || one.kycDocumentId === other.kycDocumentId);
  return {
    differing: filled.filter((field) => !isAlike(field)),
    alike: filled.filter(isAlike),
  };
}

/** Whose number is to remain: who has more records, is verified, or has been there longer. */
export function proposedToRemain({ one, other }: Pair<Compared>): Side {
  const records = ({ policies, documents, quotations }: Compared) =>
    policies.count.count + documents.count.count + quotations.count.count;
  const verified = ({ customer }: Compared) => Number(customer.kycStatus === 'verified');
  const more = records(other) - records(one) || verified(other) - verified(one);
  return more > 0 || (more === 0 && other.customer.id < one.customer.id) ? 'other' : 'one';
}

/** Whose value is proposed: of who remains, unless it is empty there, or only the other is verified. */
export function proposedValue(field: CustomerField, remains: Side, pair: Pair<Customer>): Side {
  const [own, other] = [pair[remains][field], pair[across(remains)][field]];
  const isBetter = field === 'kycStatus' ? other === 'verified' && own !== other : own === null;
  return isBetter ? across(remains) : remains;
}

/** What was chosen by hand; the rest is as proposed. */
export type Chosen = Partial<Record<CustomerField, Side>>;

/** Whose value of each field will stand. */
export const outcomeOf = (
  fields: readonly CustomerField[],
  remains: Side,
  pair: Pair<Customer>,
  chosen: Chosen,
): ReadonlyMap<CustomerField, Side> =>
  new Map(
    fields.map((field) => [field, chosen[field] ?? proposedValue(field, remains, pair)] as const),
  );

/** What the one who remains takes over. */
export function takenOver(outcome: ReadonlyMap<CustomerField, Side>, remains: Side) {
  const taken = [...outcome].flatMap(([field, side]) => (side === remains ? [] : [field]));
  return { fields: taken.filter(isDetail), takesKyc: taken.includes('kycStatus') };
}

type Standing = MergeSideQuery['customerConsents']['standing'][number];

export interface ConsentRow {
  readonly field: ConsentField;
  readonly label: string;
  readonly choices: Pair<Standing>;
  /** Whose choice will stand. */
  readonly stands: Side;
}

/** Of each consent that either has told, the one told later stands. */
export const comparedConsents = (pair: Pair<Compared>, remains: Side): ConsentRow[] =>
  pair.one.customerConsents.standing.flatMap((one, nth) => {
    const other = pair.other.customerConsents.standing[nth];
    if (!other || (one.choice === null && other.choice === null)) return [];
    const field = consentFieldOf(one.purpose, one.channel);
    const choices = { one, other };
    const isTaken = isToldLater(toldIn(choices[across(remains)]), toldIn(choices[remains]));
    const stands = isTaken ? across(remains) : remains;
    return [{ field, label: consentFields[field].label, choices, stands }];
  });

const toldIn = ({ choice, givenOn }: Standing) =>
  choice === null || givenOn === null ? null : { choice, givenOn };

interface Counted {
  readonly count: number;
  readonly exact: boolean;
}

export interface HoldingRow {
  readonly label: string;
  /** In sentences, of one and of several. */
  readonly words: readonly [one: string, many: string];
  readonly counts: Pair<Counted>;
  /** One customer has no more of them: for others there is no room. */
  readonly most?: number;
}

/** What belongs to either of them, and to the one who remains then. */
export function comparedHoldings({ one, other }: Pair<Compared>): HoldingRow[] {
  const row = (
    label: string,
    words: HoldingRow['words'],
    countOf: (compared: Compared) => Counted | undefined,
    rest: Pick<HoldingRow, 'most'> = {},
  ): HoldingRow[] => {
    const counts = { one: countOf(one), other: countOf(other) };
    return counts.one && counts.other
      ? [{ label, words, counts: counts as Pair<Counted>, ...rest }]
      : [];
  };
  return [
    ...row('Policies', ['policy', 'policies'], ({ policies }) => policies.count),
    ...row('Documents', ['document', 'documents'], ({ documents }) => documents.count),
    ...row('Quotations', ['quotation', 'quotations'], ({ quotations }) => quotations.count),
    ...row('Reminders', ['reminder', 'reminders'], ({ reminders }) => reminders.count),
    ...row(
      'Privacy requests',
      ['privacy request', 'privacy requests'],
      (compared) => compared.personRequests?.count,
    ),
    ...row(
      'Nominees',
      ['nominee', 'nominees'],
      ({ nominees }) => ({ count: nominees.length, exact: true }),
      { most: MOST_NOMINEES },
    ),
  ];
}

/** How many of them come along. */
export function brought({ counts, most }: HoldingRow, goes: Side): Counted {
  const { count, exact } = counts[goes];
  const room = most === undefined ? count : Math.max(0, most - counts[across(goes)].count);
  return { count: Math.min(count, room), exact };
}

const list = new Intl.ListFormat('en-IN');

/** "2 policies and 1 document"; null where there is nothing. */
export function movesAlong(rows: readonly HoldingRow[], goes: Side): string | null {
  const parts = rows.flatMap((row) => {
    const [one, many] = row.words;
    const { count, exact } = brought(row, goes);
    if (count === 0) return [];
    return [`${count.toLocaleString('en-IN')}${exact ? '' : '+'} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? null : list.format(parts);
}

/** "Phone, City and KYC status". */
export const namesOfFields = (fields: readonly CustomerField[]): string =>
  list.format(fields.map((field) => CUSTOMER_LABELS[field]));

/** How likely it is that two are one person, in a word. */
export function likelihood(score: number): { word: string; tone: 'good' | 'wait' | 'ended' } {
  if (score >= 100) return { word: 'Very likely', tone: 'good' };
  return score >= 60 ? { word: 'Likely', tone: 'wait' } : { word: 'Perhaps', tone: 'ended' };
}

/** Why two seem to be one person, with how their names differ. */
export function reasonInWords(reason: DuplicateReason, names: readonly [string, string]): string {
  if (reason !== 'name' && reason !== 'nameAndBirthday') return REASON_LABELS[reason];
  const rest = reason === 'name' ? '' : ' and birthday';
  const [one, other] = names.map((name) => name.normalize('NFC').toLowerCase());
  if (one === other) return `Same name${rest}`;
  const how =
    scriptOf(names[0]) === scriptOf(names[1]) ? 'in another spelling' : 'in another script';
  return reason === 'name' ? `Same name ${how}` : `Same birthday, same name ${how}`;
}

const SCRIPTS = [/\p{Script=Malayalam}/u, /\p{Script=Devanagari}/u, /\p{Script=Tamil}/u];
const scriptOf = (name: string): number => SCRIPTS.findIndex((script) => script.test(name));
