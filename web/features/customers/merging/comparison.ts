import { consentFieldOf, consentFields } from '@insuremanager/contracts/customers/consentFields';
import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import {
  type CustomerDetailField,
  type DuplicateReason,
  REASON_LABELS,
} from '@insuremanager/contracts/customers/duplicates';
import { MOST_NOMINEES } from '@insuremanager/contracts/customers/nominees';
import type { CompareCustomersQuery } from '../../../data/operations.generated';

// Two customers beside each other: what differs, what is proposed, what becomes of them.

export type Compared = CompareCustomersQuery['compareCustomers'];

/** Of two who are compared: the one in the first column, or in the second. */
export type Side = 'first' | 'second';
export const SIDES = ['first', 'second'] as const;
export const across = (side: Side): Side => (side === 'first' ? 'second' : 'first');

export type Pair<Value> = Readonly<Record<Side, Value>>;

/** A field of both, as people read it; null: it is empty. */
export interface FieldRow extends Pair<string | null> {
  readonly field: CustomerDetailField | 'kycStatus';
  readonly label: string;
  readonly isSame: boolean;
}

/** Those in which they differ, and those that say the same; what both leave empty is in neither. */
export function fieldRows({ fields, first, second }: Compared) {
  const kyc: FieldRow = {
    ...{ field: 'kycStatus', label: CUSTOMER_LABELS.kycStatus },
    ...{ first: first.kycStatus, second: second.kycStatus },
    isSame: first.kycStatus === second.kycStatus,
  };
  const rows = [...fields, kyc].filter((row) => row.first !== null || row.second !== null);
  return {
    differing: rows.filter(({ isSame }) => !isSame),
    alike: rows.filter(({ isSame }) => isSame),
  };
}

/** Whose number is to remain: who has more records, is verified, or was there first. */
export function proposedToRemain(compared: Compared): Side {
  const records = (side: Side) => {
    const { policies, documents, quotations } = compared[`${side}Holdings`];
    return policies + documents + quotations;
  };
  const verified = (side: Side) => Number(compared[side].kycStatus === 'verified');
  const more =
    records('second') - records('first') ||
    verified('second') - verified('first') ||
    compared.first.id - compared.second.id;
  return more > 0 ? 'second' : 'first';
}

/** Whose value is proposed: of who remains, unless it is empty there, or only the other is verified. */
export function proposedValue(row: FieldRow, remains: Side): Side {
  const other = across(remains);
  const isBetter = row.field === 'kycStatus' ? row[other] === 'verified' : row[remains] === null;
  return isBetter ? other : remains;
}

/** What was chosen by hand; the rest is as proposed. */
export type Chosen = Partial<Record<FieldRow['field'], Side>>;

/** Whose value of each field will stand. */
export type Outcome = ReadonlyMap<FieldRow['field'], Side>;

export const outcomeOf = (rows: readonly FieldRow[], remains: Side, chosen: Chosen): Outcome =>
  new Map(rows.map((row) => [row.field, chosen[row.field] ?? proposedValue(row, remains)]));

/** What the one who remains takes over. */
export function takenOver(outcome: Outcome, remains: Side) {
  const taken = [...outcome].flatMap(([field, side]) => (side === remains ? [] : [field]));
  return {
    fields: taken.filter((field) => field !== 'kycStatus'),
    takesKyc: taken.includes('kycStatus'),
  };
}

interface ConsentRow extends Pick<Compared['consents'][number], 'remains'> {
  readonly label: string;
  readonly told: Pair<Told | null>;
}
interface Told {
  readonly choice: 'given' | 'withdrawn';
  readonly givenOn: string;
}

/** What either has told; what stands of it then is no choice of ours. */
export const consentRows = ({ consents }: Compared): ConsentRow[] =>
  consents.flatMap(({ purpose, channel, first, firstGivenOn, second, secondGivenOn, remains }) =>
    remains === null
      ? []
      : [
          {
            label: consentFields[consentFieldOf(purpose, channel)].label,
            told: { first: told(first, firstGivenOn), second: told(second, secondGivenOn) },
            remains,
          },
        ],
  );

const told = (choice: Told['choice'] | null, givenOn: string | null): Told | null =>
  choice === null || givenOn === null ? null : { choice, givenOn };

/** What moves along, and how sentences name one and several. */
const MOVING = [
  { kind: 'policies', label: 'Policies', words: ['policy', 'policies'] },
  { kind: 'documents', label: 'Documents', words: ['document', 'documents'] },
  { kind: 'quotations', label: 'Quotations', words: ['quotation', 'quotations'] },
  { kind: 'reminders', label: 'Reminders', words: ['reminder', 'reminders'] },
  { kind: 'requests', label: 'Privacy requests', words: ['privacy request', 'privacy requests'] },
  // One customer has no more of them: for others there is no room.
  { kind: 'nominees', label: 'Nominees', words: ['nominee', 'nominees'], most: MOST_NOMINEES },
] as const;

export interface HoldingRow {
  readonly label: string;
  /** In sentences, of one and of several. */
  readonly words: readonly [one: string, many: string];
  /** What the one who remains has. */
  readonly own: number;
  /** What comes along. */
  readonly brought: number;
}

export const holdingRows = (compared: Compared, remains: Side): HoldingRow[] =>
  MOVING.map(({ kind, label, words, ...rest }) => {
    const own = compared[`${remains}Holdings`][kind];
    const theirs = compared[`${across(remains)}Holdings`][kind];
    const room = 'most' in rest ? Math.max(0, rest.most - own) : theirs;
    return { label, words, own, brought: Math.min(theirs, room) };
  });

const list = new Intl.ListFormat('en-IN');

/** "2 policies and 1 document move along."; null where there is nothing. */
export function movesAlong(rows: readonly HoldingRow[]): string | null {
  const moving = rows.filter(({ brought }) => brought > 0);
  if (moving.length === 0) return null;
  const parts = moving.map(
    ({ brought, words: [one, many] }) =>
      `${brought.toLocaleString('en-IN')} ${brought === 1 ? one : many}`,
  );
  const isOne = moving.length === 1 && moving[0]?.brought === 1;
  return `${list.format(parts)} ${isOne ? 'moves' : 'move'} along.`;
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
  const isBoth = reason === 'nameAndBirthday';
  const [one, other] = names.map((name) => name.normalize('NFC').toLowerCase());
  if (one === other) return isBoth ? 'Same name and birthday' : 'Same name';
  const isOneScript = scriptOf(names[0]) === scriptOf(names[1]);
  const how = isOneScript ? 'in another spelling' : 'in another script';
  return isBoth ? `Same birthday, same name ${how}` : `Same name ${how}`;
}

const SCRIPTS = [/\p{Script=Malayalam}/u, /\p{Script=Devanagari}/u, /\p{Script=Tamil}/u];
const scriptOf = (name: string): number => SCRIPTS.findIndex((script) => script.test(name));
