import { policyIdOf } from '@insuremanager/contracts/policies/policyEvents';
import type { Stretch } from '@insuremanager/contracts/privacy/breachEvents';
import type { AccessKind } from '@insuremanager/contracts/privacy/breachKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../../platform/codec/recordedEvent.js';

// Whose data a stretch concerns, told from the events themselves: without the audit log, without
// tables, without SQL, and as simply as it can be said.

interface Fact {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: events of any type are looked into by their names
  readonly data: any;
  readonly at: Date;
  readonly userId: number;
}

/** Whose a record is after an event: `undefined` when the event says nothing of that. */
function holderAfter({ type, data }: Fact): { record: string; holder: number | null } | undefined {
  switch (type) {
    case 'CustomerRegistered':
      return { record: `customer-${data.customerId}`, holder: data.customerId };
    case 'CustomerDeleted':
    case 'CustomerErased':
      return { record: `customer-${data.customerId}`, holder: null };
    case 'PolicyIssued':
      return { record: `policy-${data.policyId}`, holder: data.customerId };
    case 'PolicyRenewed':
      return { record: `policy-${data.nextTermId}`, holder: data.customerId };
    case 'PolicyholderChanged':
      return { record: `policy-${data.termId}`, holder: data.customerId };
    case 'PolicyTermDeleted':
      return { record: `policy-${data.termId}`, holder: null };
    case 'QuotationCreated':
    case 'QuotationCustomerChanged':
      return { record: `quotation-${data.quotationId}`, holder: data.customerId };
    case 'QuotationDeleted':
      return { record: `quotation-${data.quotationId}`, holder: null };
    case 'DocumentUploaded':
      return { record: `document-${data.documentId}`, holder: data.customerId };
    case 'DocumentDeleted':
      return { record: `document-${data.documentId}`, holder: null };
    default:
      return undefined;
  }
}

const holdersThen = (facts: readonly Fact[], then: Date, belongs: (record: string) => boolean) => {
  const holders = new Map<string, number | null>();
  for (const fact of facts) {
    const after = fact.at <= then ? holderAfter(fact) : undefined;
    if (after && belongs(after.record)) holders.set(after.record, after.holder);
  }
  return [...holders.values()].filter((holder) => holder !== null);
};

const everHolders = (facts: readonly Fact[], belongs: (record: string) => boolean) =>
  facts.flatMap((fact) => {
    const after = holderAfter(fact);
    return after && belongs(after.record) && after.holder !== null ? [after.holder] : [];
  });

const DATA_OF: Readonly<Record<string, string>> = {
  ...{ customer: 'details', policy: 'policies', quotation: 'quotations', document: 'documents' },
};

/** By customer, the kinds of data, each once and sorted. */
export function concernedBy(
  events: readonly RecordedEvent[],
  { userIds, from, to, kinds }: Stretch,
): Map<number, string[]> {
  const facts: Fact[] = events.map(({ type, data, at, metadata }) => ({
    ...{ type, data, at, userId: metadata.actor.userId },
  }));
  const kindsOfPolicies = new Map<string, string>();
  for (const { type, data } of facts) {
    if (type === 'PolicyIssued') kindsOfPolicies.set(`policy-${data.policyId}`, data.kind);
    if (type === 'PolicyRenewed') kindsOfPolicies.set(`policy-${data.nextTermId}`, data.kind);
  }
  const found = new Map<number, Set<string>>();
  const add = (customerIds: readonly number[], data: string) => {
    for (const id of customerIds) found.set(id, (found.get(id) ?? new Set()).add(data));
  };
  const wants = (kind: AccessKind) => kinds.includes(kind);
  const [begin, end] = [new Date(from), new Date(to)];

  const ofRecord = (kind: string, id: number) => {
    if (kind === 'customer') return add([id], 'details');
    const isIt = (record: string) => {
      const [what, number] = record.split('-');
      const isSame =
        kind === 'policy' ? policyIdOf(Number(number)) === policyIdOf(id) : Number(number) === id;
      return what === kind && isSame;
    };
    add(everHolders(facts, isIt), DATA_OF[kind] ?? '');
  };

  for (const { type, data, at, userId } of facts) {
    if (at < begin || at >= end) continue;
    if (userIds.length > 0 && !userIds.includes(userId)) continue;
    switch (type) {
      case 'CustomerIdentityNumberRevealed':
        if (wants('numbers_revealed')) add([data.customerId], 'identity_numbers');
        break;
      case 'IdentityNumberLookedUp':
        if (wants('numbers_looked_up')) add(data.customerIds, 'identity_numbers');
        break;
      case 'RejectedRowsDownloaded':
        for (const seen of ['details', 'identity_numbers', 'policies'])
          if (wants('lists_exported')) add(data.customerIds, seen);
        break;
      case 'DeletedCustomerFileOpened':
        if (wants('files_opened')) add([data.customerId], 'documents');
        break;
      case 'HeldDataReported':
        if (wants('records_replayed')) add([data.customerId], 'everything');
        break;
      case 'RecordReplayed':
      case 'RawEventsRead':
      case 'DossierMade':
        if (wants('records_replayed')) ofRecord(data.record, data.recordId);
        break;
      case 'CustomerKycStatusChanged':
      case 'CustomerReassigned':
      case 'CustomerDeleted':
      case 'CustomerErased':
        if (wants('changes')) ofRecord('customer', data.customerId);
        break;
      case 'PolicyTermDeleted':
        if (wants('changes')) ofRecord('policy', data.termId);
        break;
      case 'QuotationDeleted':
        if (wants('changes')) ofRecord('quotation', data.quotationId);
        break;
      case 'DocumentDeleted':
        if (wants('changes')) ofRecord('document', data.documentId);
        break;
      case 'DataExported':
      case 'ExportDownloaded': {
        if (!wants('lists_exported')) break;
        const list: string = data.list;
        if (list === 'customers' || list === 'quotations' || list === 'documents') {
          const one = list.slice(0, -1);
          const holders = holdersThen(facts, at, (record) => record.startsWith(`${one}-`));
          add(holders, DATA_OF[one] ?? '');
        } else if (list === 'health-policies' || list === 'vehicle-policies') {
          const kind = list.split('-')[0];
          const isOfKind = (record: string) => kindsOfPolicies.get(record) === kind;
          add(holdersThen(facts, at, isOfKind), 'policies');
        } else if (list === 'payments') {
          add(
            holdersThen(facts, at, (record) => kindsOfPolicies.has(record)),
            'policies',
          );
        }
        break;
      }
      case 'PastOfficeOpened': {
        if (!wants('past_offices')) break;
        const until = facts.findLast((fact) => kolkataDay(fact.at) <= data.day)?.at ?? new Date(0);
        const isCustomer = (record: string) => record.startsWith('customer-');
        add(holdersThen(facts, until, isCustomer), 'everything');
        break;
      }
    }
  }
  if (wants('everybody')) {
    for (const id of everHolders(facts, (record) => record.startsWith('customer-'))) {
      const own = facts.filter((fact) => holderAfter(fact)?.record === `customer-${id}`);
      const first = own.find((fact) => holderAfter(fact)?.holder === id);
      const last = own.find((fact) => holderAfter(fact)?.holder === null);
      if (first && first.at <= end && (!last || last.at > begin)) add([id], 'everything');
    }
  }
  return new Map([...found].map(([id, data]) => [id, [...data].sort()]));
}
