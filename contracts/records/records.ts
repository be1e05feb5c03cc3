import type { Permission } from '../identity/permissions.js';

/** Kinds of records as they are reported when they change: the first words of their streams. */
export type ChangedKind =
  | 'customer'
  | 'policy'
  | 'document'
  | 'quotation'
  | 'reminders'
  | 'bulkReminders'
  | 'renewal';

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
  /** What can be done to any of them by GraphQL. */
  readonly changes: readonly ('create' | 'update' | 'delete')[];
  /** Whether its events can be looked at, and how it was on a day. */
  readonly hasHistory: boolean;
  readonly hasPast: boolean;
  /** Kinds of which a row or a drawer shows something, its own first. */
  readonly shows: readonly [ChangedKind, ...ChangedKind[]];
}

const ALL_CHANGES = ['create', 'update', 'delete'] as const;

/** What the product keeps. */
export const RECORDS = {
  customer: {
    one: 'customer',
    many: 'customers',
    typename: 'Customer',
    read: 'customers.read',
    write: 'customers.write',
    changes: ALL_CHANGES,
    hasHistory: true,
    hasPast: true,
    shows: ['customer'],
  },
  policy: {
    one: 'policy',
    many: 'policies',
    typename: 'Policy',
    read: 'policies.read',
    write: 'policies.write',
    changes: ALL_CHANGES,
    hasHistory: true,
    hasPast: true,
    shows: ['policy', 'customer', 'reminders'],
  },
  document: {
    one: 'document',
    many: 'documents',
    typename: 'Document',
    read: 'documents.read',
    write: 'documents.write',
    // It is uploaded as a form, which is no matter of GraphQL, and never changes.
    changes: ['delete'],
    hasHistory: true,
    hasPast: false,
    shows: ['document', 'customer', 'policy'],
  },
  quotation: {
    one: 'quotation',
    many: 'quotations',
    typename: 'Quotation',
    read: 'quotations.read',
    write: 'quotations.write',
    changes: ALL_CHANGES,
    hasHistory: true,
    hasPast: true,
    shows: ['quotation', 'customer'],
  },
  reminder: {
    one: 'reminder',
    many: 'reminders',
    typename: 'Reminder',
    read: 'reminders.read',
    write: 'reminders.write',
    changes: [],
    hasHistory: false,
    hasPast: false,
    shows: ['reminders', 'customer', 'policy'],
  },
} as const satisfies Record<string, RecordDeclaration>;

export const ALL_RECORDS: readonly RecordDeclaration[] = Object.values(RECORDS);
