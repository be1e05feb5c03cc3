import { fieldNames } from '@insuremanager/contracts/fields/fields';
import { HIDDEN } from '@insuremanager/contracts/rules/masks';
import type { RecordPages } from '../data/useRecordPages';
import { CUSTOMER, type Customer } from '../features/customers/customer';
import type { HistoryEntry } from '../ui/record/recordType';

export const TEXTS = {
  short: 'Asha Menon',
  long: 'Sree Padmanabha Automobiles and Accident Repair Works Private Limited, Thiruvananthapuram',
  Malayalam: 'ശ്രീ പത്മനാഭ ഓട്ടോമൊബൈൽസ്, തിരുവനന്തപുരം',
} as const;

/** Numbers of customers by what becomes of a request for them. */
export const IDS = { there: 1, pending: 2, failing: 3, deleted: 4 } as const;

/** Fields that are not named are empty, so that a new one needs none here. */
export const customerOf = (known: Partial<Customer> = {}): Customer => ({
  ...(Object.fromEntries(fieldNames(CUSTOMER.fields).map((name) => [name, null])) as object),
  ...({ id: IDS.there, version: 1, ownerId: null, kycDocumentId: null } as Customer),
  ...{ name: TEXTS.short, kycStatus: 'pending', phone: '+919847012345', city: 'Kochi' },
  ...{ createdAt: '2026-01-05T06:30:00.000Z', updatedAt: '2026-04-01T12:00:00.000Z' },
  ...known,
});

export const CUSTOMERS: readonly Customer[] = [
  customerOf(),
  customerOf({ id: 12, name: TEXTS.long, kycStatus: 'verified', email: 'sree@example.com' }),
  customerOf({ id: 13, name: TEXTS.Malayalam, kycStatus: 'rejected', city: TEXTS.Malayalam }),
  customerOf({ id: 14, name: 'R. N.', phone: HIDDEN, email: HIDDEN, city: null }),
];

const entry = (known: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ version: 1, type: 'CustomerAdded', at: '2026-01-05T06:30:00.000Z', batchId: null },
  ofImport: null,
  ...{ actor: { username: 'anitha', role: 'admin' }, summary: 'Added', changes: [] },
  ...known,
});

export const CHANGES: HistoryEntry['changes'] = [
  { field: 'name', label: 'Name', before: TEXTS.short, after: TEXTS.long },
  { field: 'city', label: 'City', before: TEXTS.Malayalam, after: null },
  { field: 'kycStatus', label: 'KYC', before: null, after: 'verified' },
];

/** The oldest first. */
export const HISTORY: readonly HistoryEntry[] = [
  entry({}),
  entry({ version: 2, summary: 'Changed', batchId: 'batch', changes: CHANGES }),
  entry({
    ...{ version: 3, type: 'CustomerDeleted', summary: 'Deleted', batchId: 'import' },
    ofImport: { id: 7, day: '2026-03-27', isUndo: true },
  }),
];

export const pagesOf = (known: Partial<RecordPages<Customer>> = {}): RecordPages<Customer> => ({
  ...{ items: CUSTOMERS, count: { count: CUSTOMERS.length, exact: true } },
  ...{ failure: null, isChanging: false, hasMore: false, isMoreFailed: false },
  marks: new Map([[12, 'changed']]),
  retry: nothing,
  loadMore: nothing,
  reload: done,
  loadFirst: async () => CUSTOMERS,
  ...known,
});

export const nothing = (): void => undefined;
export const done = async (): Promise<void> => undefined;
