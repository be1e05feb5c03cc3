import type { z } from 'zod';
import type { Fields, SystemField } from '../fields/field.js';
import type { ListDescription } from '../fields/list.js';
import type { Permission } from '../identity/permissions.js';
import type { DataKind } from '../privacy/breachKinds.js';

/** Kinds of records as they are reported when they change: the first words of their streams. */
export type ChangedKind =
  | 'customer'
  | 'policy'
  | 'document'
  | 'quotation'
  | 'claim'
  | 'task'
  | 'commissionRate'
  | 'commissionStatement'
  | 'commissionShare'
  | 'lead'
  | 'day'
  | 'household'
  | 'reminders'
  | 'bulkReminders'
  | 'renewal'
  | 'personRequest'
  | 'breach';

/**
 * What every face needs to know of one kind of record, said once: access to GraphQL and REST, the
 * client's cache, and what follows others' changes come from it. What a record holds is described
 * beside its events (`contracts/<records>/`). Clients load this file at once: it holds no schemas.
 */
export interface RecordDeclaration {
  /** In sentences, in addresses and in GraphQL, where its queries are named after it. */
  readonly one: string;
  readonly many: string;
  /** Its type in GraphQL: `Customer`; its mutations are `createCustomer` and so on. */
  readonly typename: string;
  readonly read: Permission;
  /** To add, change and delete one. */
  readonly write: Permission;
  /** To look back: at its events, and how it was on a day. `history.read` when left out. */
  readonly lookBack?: Permission;
  /** What can be done to any of them by GraphQL. */
  readonly changes: readonly ('create' | 'update' | 'delete')[];
  /** Whether its events can be looked at, and how it was on a day. */
  readonly hasHistory: boolean;
  readonly hasPast: boolean;
  /** Whether their list can be had as a file. */
  readonly hasFile: boolean;
  /** Kinds of which a row or a drawer shows something, its own first. */
  readonly shows: readonly [ChangedKind, ...ChangedKind[]];
  /** Of records that are a customer’s: that of the `customerId` of their view. */
  readonly owned?: Owned;
}

/**
 * How a record of a customer is listed wherever all that is theirs is: erasure, retention, what is
 * held about a person, replay, dossiers, breaches. What those ask of it, its slice declares.
 */
export interface Owned {
  /** The field by which one is called. */
  readonly name: string;
  /** As what it counts where somebody who should not has seen it. */
  readonly seenAs: DataKind;
}
export type OwnedRecord = RecordDeclaration & { readonly owned: Owned };

/** A kind of record with its schemas, as they are declared beside its events. */
export interface ListedRecord extends RecordDeclaration {
  readonly fields: Fields;
  /** What the system fills in. */
  readonly system?: Readonly<Record<string, SystemField>>;
  readonly view: z.ZodObject & z.ZodType<{ readonly id: number }>;
  readonly list: ListDescription;
}

/** What the system fills in that is shown by a label: what names the record before its fields. */
export function labelledFields({ system = {}, owned }: ListedRecord) {
  const all = Object.entries(system).flatMap(([name, { label, stored }]) =>
    label === undefined ? [] : [{ name, label, stored }],
  );
  return {
    first: all.filter(({ name }) => name === owned?.name),
    last: all.filter(({ name }) => name !== owned?.name),
  };
}

/** One whose records are also added and changed. */
export interface ChangedRecord extends ListedRecord {
  readonly view: z.ZodObject & z.ZodType<{ readonly id: number; readonly version: number }>;
  /** What a new record, and a change of one, must be. */
  readonly input: z.ZodType;
  /** What may be said of a new one beside its fields. */
  readonly addedFields?: Fields;
  readonly patch: z.ZodType;
}

export type ViewOf<Of extends { readonly view: z.ZodType }> = z.output<Of['view']>;

/** Records that have permissions of their own, by which they are called: `customers.read`. */
type Plural = Permission extends infer One
  ? One extends `${infer Many}.write`
    ? Many
    : never
  : never;

const recordOf = <const Many extends string, const Rest extends Partial<RecordDeclaration>>(
  [one, many]: readonly [string, Many],
  rest: Rest,
): Omit<RecordDeclaration, keyof Rest | 'many'> & { readonly many: Many } & Rest => ({
  one,
  many,
  typename: one.charAt(0).toUpperCase() + one.slice(1),
  read: `${many}.read` as Permission,
  write: `${many}.write` as Permission,
  changes: ['create', 'update', 'delete'],
  hasHistory: true,
  hasPast: true,
  hasFile: true,
  shows: [one as ChangedKind],
  ...rest,
});

/** One with permissions of its own. */
const record = <Many extends Plural, const Rest extends Partial<RecordDeclaration>>(
  names: readonly [string, Many],
  rest: Rest,
) => recordOf(names, rest);

/** What an agency earns is a matter of those who lead it. */
const COMMISSION = {
  read: 'commission.read',
  write: 'commission.write',
  lookBack: 'commission.read',
} as const;

/** What the product keeps. */
export const RECORDS = {
  customer: record(['customer', 'customers'], {}),
  policy: record(['policy', 'policies'], {
    shows: ['policy', 'customer', 'reminders', 'claim'],
    owned: { name: 'policyNumber', seenAs: 'policies' },
  }),
  document: record(['document', 'documents'], {
    // It is uploaded as a form, which is no matter of GraphQL, and never changes.
    changes: ['delete'],
    hasPast: false,
    shows: ['document', 'customer', 'policy', 'claim'],
    owned: { name: 'fileName', seenAs: 'documents' },
  }),
  quotation: record(['quotation', 'quotations'], {
    shows: ['quotation', 'customer'],
    owned: { name: 'quotationNumber', seenAs: 'quotations' },
  }),
  claim: record(['claim', 'claims'], {
    shows: ['claim', 'customer', 'policy'],
    owned: { name: 'claimNumber', seenAs: 'policies' },
  }),
  lead: record(['lead', 'leads'], {
    shows: ['lead', 'customer'],
    owned: { name: 'name', seenAs: 'details' },
  }),
  task: record(['task', 'tasks'], {
    shows: ['task', 'customer'],
    owned: { name: 'text', seenAs: 'details' },
  }),
  commissionRate: recordOf(['commissionRate', 'commissionRates'], COMMISSION),
  commissionStatement: recordOf(['commissionStatement', 'commissionStatements'], {
    ...COMMISSION,
    shows: ['commissionStatement', 'commissionRate', 'policy'],
  }),
  commissionShare: recordOf(['commissionShare', 'commissionShares'], COMMISSION),
  reminder: record(['reminder', 'reminders'], {
    changes: [],
    hasHistory: false,
    hasPast: false,
    hasFile: false,
    shows: ['reminders', 'customer', 'policy'],
  }),
};

export const ALL_RECORDS: readonly RecordDeclaration[] = Object.values(RECORDS);

type Records = typeof RECORDS;
export type OwnedKind = {
  [Kind in keyof Records]: Records[Kind] extends { readonly owned: Owned } ? Kind : never;
}[keyof Records];

/** The kinds of records that are customers’. */
export const ownedRecords = (): OwnedRecord[] =>
  ALL_RECORDS.filter((one): one is OwnedRecord => one.owned !== undefined);
