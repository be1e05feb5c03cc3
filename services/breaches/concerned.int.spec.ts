import { randomUUID } from 'node:crypto';
import {
  CustomerIdentityNumberRevealed,
  customerAccessStream,
  DeletedCustomerFileOpened,
  HeldDataReported,
  IdentityNumberLookedUp,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import {
  CustomerDeleted,
  CustomerErased,
  CustomerKycStatusChanged,
  CustomerReassigned,
  CustomerRegistered,
  customerStream,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import {
  DocumentDeleted,
  DocumentUploaded,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  DataExported,
  DossierMade,
  ExportDownloaded,
  PastOfficeOpened,
  RawEventsRead,
  RecordReplayed,
  RejectedRowsDownloaded,
  UserSignedIn,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import {
  PolicyholderChanged,
  PolicyIssued,
  PolicyRenewed,
  PolicyTermDeleted,
  policyIdOf,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import { ACCESS_KINDS, type AccessKind } from '@insuremanager/contracts/privacy/breachKinds';
import {
  QuotationCreated,
  QuotationCustomerChanged,
  QuotationDeleted,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { comparePositions } from '../platform/eventLog/eventLog.js';
import { concernedBy } from './testing/concerned.js';

let now = new Date('2026-02-01T06:00:00Z');
const gateway = oneGateway({ clock: { now: () => now } });

const record = async (stream: string, event: DomainEvent, userId = 1) => {
  now = new Date(now.getTime() + 47 * 60_000);
  const actor = { userId, username: `user${userId}`, role: 'agent' };
  const context = { commandId: randomUUID(), actor, correlationId: 'test' };
  return gateway.services.platform.commands.record(stream, [event], context);
};

const cover = {
  ...{ insuranceCompany: 'Star Health', sumAssured: 100, premiumAmount: 10 },
  ...{ premiumFrequency: 'yearly' as const, startDate: '2026-02-01', endDate: '2027-01-31' },
  ...{ policyType: null, vehicleType: null, vehicleMake: null, vehicleModel: null },
  ...{ vehicleYear: null, coverType: null, thirdPartyEndDate: null, ncbPercent: null },
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
};
const offer = {
  ...{ insuranceType: 'health' as const, policyType: 'family' as const, vehicleType: null },
  ...{ insuranceCompany: null, sumAssured: 1, premiumAmount: 1, serviceCharges: 0 },
  ...{ validityDays: 30, gstRate: 0 },
};

/** What has happened so far, as far as what comes next must know it. */
class Office {
  customers: number[] = [];
  erased: number[] = [];
  policies = new Map<number, { holder: number; kind: 'health' | 'vehicle'; terms: number }>();
  quotations = new Map<number, number>();
  documents = new Map<number, number>();
  next = 0;

  id = () => {
    this.next += 1;
    return this.next;
  };

  register() {
    const customerId = this.id();
    this.customers.push(customerId);
    const personal = { ...NO_CUSTOMER_DETAILS, name: `Customer ${customerId}`, phone: '1' };
    const data = { customerId, kycStatus: 'pending' as const, ownerId: null, personal };
    return record(customerStream(customerId), CustomerRegistered(data));
  }

  /** One change or access, chosen by four numbers. */
  async do([what, one, other, userId]: readonly [number, number, number, number]) {
    const of = <Item>(items: readonly Item[], n = one): Item | undefined => items[n % items.length];
    const customerId = of(this.customers);
    if (what === 0 || customerId === undefined) return this.register();
    const person = of(this.customers, other) ?? customerId;
    const identity = {
      ...{ policyNumber: `P/${this.next}`, vehicleNumber: null },
      ...{ engineNumber: null, chassisNumber: null, nomineeName: null, nomineeRelation: null },
      ...{ nomineeBirthDate: null, appointeeName: null, appointeeRelation: null },
    };
    switch (what) {
      case 1: {
        const policyId = this.id() * 100;
        const kind = other % 2 ? 'health' : 'vehicle';
        this.policies.set(policyId, { holder: customerId, kind, terms: 1 });
        const issued = { policyId, kind, customerId, quotationId: null, cover } as const;
        return record(
          policyStream(policyId),
          PolicyIssued({ ...issued, status: 'active', personal: identity }),
        );
      }
      case 2: {
        const id = of([...this.policies.keys()]);
        const policy = id === undefined ? undefined : this.policies.get(id);
        if (!policy || id === undefined || policy.terms > 3) return;
        const termId = id + policy.terms - 1;
        policy.terms += 1;
        const { kind, holder } = policy;
        const renewed = { policyId: id, kind, termId, nextTermId: termId + 1, customerId: holder };
        return record(
          policyStream(id),
          PolicyRenewed({ ...renewed, cover: { ...cover }, personal: identity }),
        );
      }
      case 3: {
        const id = of([...this.policies.keys()]);
        const policy = id === undefined ? undefined : this.policies.get(id);
        if (!policy || id === undefined || policy.terms !== 1 || policy.holder === person) return;
        const former = policy.holder;
        policy.holder = person;
        const moved = { policyId: id, termId: id, customerId: person, formerCustomerId: former };
        return record(policyStream(id), PolicyholderChanged({ ...moved, personal: identity }));
      }
      case 4: {
        const id = of([...this.policies.keys()]);
        if (id === undefined || this.policies.get(id)?.terms !== 1) return;
        this.policies.delete(id);
        const deleted = { policyId: policyIdOf(id), termId: id, previous: null };
        return record(policyStream(id), PolicyTermDeleted(deleted), userId);
      }
      case 5: {
        const quotationId = this.id();
        this.quotations.set(quotationId, customerId);
        const personal = { vehicleNumber: null, notes: null };
        const data = { quotationId, customerId, status: 'pending' as const, offer, personal };
        const quotationNumber = `QT-2026-27-${quotationId}`;
        return record(quotationStream(quotationId), QuotationCreated({ ...data, quotationNumber }));
      }
      case 6: {
        const id = of([...this.quotations.keys()]);
        if (id === undefined) return;
        const former = this.quotations.get(id) ?? 0;
        if (other % 3 === 0) {
          this.quotations.delete(id);
          return record(quotationStream(id), QuotationDeleted({ quotationId: id }), userId);
        }
        if (former === person) return;
        this.quotations.set(id, person);
        const personal = { vehicleNumber: null, notes: null };
        const moved = { quotationId: id, customerId: person, formerCustomerId: former };
        return record(quotationStream(id), QuotationCustomerChanged({ ...moved, personal }));
      }
      case 7: {
        const id = of([...this.documents.keys()]);
        if (id !== undefined && other % 4 === 0) {
          this.documents.delete(id);
          return record(documentStream(id), DocumentDeleted({ documentId: id }), userId);
        }
        const documentId = this.id();
        this.documents.set(documentId, customerId);
        const personal = { fileName: 'a', sha256: 'a', contentKey: 'a' };
        return record(
          documentStream(documentId),
          DocumentUploaded({
            ...{ documentId, customerId, documentType: 'kyc', policyKind: null, policyId: null },
            ...{ fileKey: `documents/${documentId}`, fileSize: 1, mimeType: 'application/pdf' },
            ...{ claimId: null, requirement: null, activeContent: 'none', personal },
          }),
        );
      }
      case 8: {
        // Who has something stays: what is left of it would be told of nobody.
        const held = new Set([
          ...[...this.policies.values()].map(({ holder }) => holder),
          ...this.quotations.values(),
          ...this.documents.values(),
        ]);
        if (held.has(customerId)) return;
        this.customers = this.customers.filter((id) => id !== customerId);
        const erased = { customerId, erasedBy: userId, overriddenRetention: null };
        const personal = { reason: 'Asked' };
        return record(
          customerStream(customerId),
          other % 2 ? CustomerDeleted({ customerId }) : CustomerErased({ ...erased, personal }),
          userId,
        );
      }
      default:
        return this.look(what, customerId, person, other, userId);
    }
  }

  look(what: number, customerId: number, person: number, other: number, userId: number) {
    const own = userAccessStream(userId);
    const records = [
      ['customer', customerId] as const,
      ...[...this.policies].map(([id, { terms }]) => ['policy', id + terms - 1] as const),
      ...[...this.quotations.keys()].map((id) => ['quotation', id] as const),
      ...[...this.documents.keys()].map((id) => ['document', id] as const),
    ];
    const [kind, recordId] = records[other % records.length] ?? ['customer', customerId];
    const lists = [
      ...(['customers', 'health-policies', 'vehicle-policies'] as const),
      ...(['quotations', 'documents', 'payments', 'audit-log'] as const),
    ];
    const list = lists[other % lists.length] ?? 'customers';
    const personal = { reason: 'A claim' };
    switch (what) {
      case 9:
        return record(
          customerAccessStream(customerId),
          CustomerIdentityNumberRevealed({ customerId, field: 'panNumber', personal }),
          userId,
        );
      case 10: {
        const customerIds = other % 3 === 0 ? [] : [customerId, person];
        return record(
          own,
          IdentityNumberLookedUp({ userId, fields: ['panNumber'], customerIds }),
          userId,
        );
      }
      case 11:
        return record(
          customerAccessStream(customerId),
          DeletedCustomerFileOpened({ customerId, documentId: 1 }),
          userId,
        );
      case 12:
        return record(own, DataExported({ userId, list, filters: ['city'] }), userId);
      case 13:
        return record(own, ExportDownloaded({ userId, exportId: 1, list, rows: 1 }), userId);
      case 14:
        return record(own, RecordReplayed({ userId, record: kind, recordId }), userId);
      case 15:
        return record(own, DossierMade({ userId, record: kind, recordId }), userId);
      case 16: {
        const read = { userId, record: kind, recordId, first: 0, last: 1 };
        return record(own, RawEventsRead(read), userId);
      }
      case 17:
        return record(own, PastOfficeOpened({ userId, day: kolkataDay(now) }), userId);
      case 18: {
        const changed = { customerId, kycStatus: 'verified' as const, documentId: null };
        return record(customerStream(customerId), CustomerKycStatusChanged(changed), userId);
      }
      case 19:
        return record(
          customerStream(customerId),
          CustomerReassigned({ customerId, ownerId: userId }),
          userId,
        );
      case 22: {
        const customerIds = other % 3 === 0 ? [] : [customerId, person];
        return record(
          own,
          RejectedRowsDownloaded({ userId, importId: 7, rows: 2, customerIds }),
          userId,
        );
      }
      case 21:
        return record(
          customerAccessStream(customerId),
          HeldDataReported({ customerId, format: 'pdf', revealed: [] }),
          userId,
        );
      default:
        return record(
          own,
          UserSignedIn({ userId, method: 'password', secondFactor: null }),
          userId,
        );
    }
  }
}

async function wholeLog(): Promise<RecordedEvent[]> {
  const { eventLog, codec } = gateway.services.platform;
  const head = await eventLog.head();
  const reading = new AbortController();
  const events: RecordedEvent[] = [];
  for await (const batch of eventLog.subscribe({
    ...{ after: null, maxBatch: 500, signal: reading.signal },
  })) {
    events.push(...(await codec.decode(batch)));
    if (head && batch.some(({ position }) => comparePositions(position, head) >= 0))
      reading.abort();
  }
  return events;
}

const number = fc.nat({ max: 1000 });
const step = fc.tuple(fc.nat({ max: 22 }), number, number, fc.integer({ min: 2, max: 4 }));
const OFFICES = 3;
const QUESTIONS = 40;

describe('whose data a stretch of the log concerns', () => {
  it('is what the events themselves tell, whatever happened and whatever is asked', async () => {
    const office = new Office();
    const began = now.getTime();
    let asked = 0;
    let found = 0;
    for (const seed of Array.from({ length: OFFICES }, (_, nth) => nth + 11)) {
      const [steps = []] = fc.sample(fc.array(step, { minLength: 120, maxLength: 120 }), {
        ...{ seed, numRuns: 1 },
      });
      for (const one of steps) await office.do(one);
      const { platform, readModels, breaches } = gateway.services;
      const head = await platform.eventLog.head();
      expect(head && (await readModels.waitFor(head, 300_000))).toBe(true);
      const events = await wholeLog();
      const span = now.getTime() - began;
      const stretches = fc.record({
        userIds: fc.oneof(
          fc.constant<number[]>([]),
          fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
        ),
        from: fc.integer({ min: 0, max: 900 }),
        length: fc.integer({ min: 1, max: 900 }),
        kinds: fc.uniqueArray(fc.constantFrom<AccessKind>(...ACCESS_KINDS), { minLength: 1 }),
      });
      for (const { userIds, from, length, kinds } of fc.sample(stretches, {
        ...{ seed, numRuns: QUESTIONS },
      })) {
        const stretch = {
          ...{ userIds, kinds },
          from: new Date(began + (span * from) / 1000).toISOString(),
          to: new Date(began + (span * (from + length)) / 1000).toISOString(),
        };
        const expected = [...concernedBy(events, stretch)].sort(([a], [b]) => a - b);
        const view = await breaches.stretch(stretch, 0, 10_000);
        const told = view.persons.map(({ customerId, data }) => [customerId, data]);
        expect(told, JSON.stringify(stretch)).toEqual(expected);
        expect(view.count).toBe(expected.length);
        asked += 1;
        found += expected.length;
      }
    }
    expect(asked).toBe(OFFICES * QUESTIONS);
    expect(found).toBeGreaterThan(1000);
  });

  it('names an import whose rejected rows were downloaded, also where it knows nobody in them', async () => {
    await record(
      userAccessStream(3),
      RejectedRowsDownloaded({ userId: 3, importId: 12, rows: 40, customerIds: [] }),
      3,
    );
    const { platform, readModels, breaches } = gateway.services;
    const head = await platform.eventLog.head();
    expect(head && (await readModels.waitFor(head, 300_000))).toBe(true);
    const stretch = {
      ...{ userIds: [3], kinds: ['lists_exported' as const] },
      ...{ from: now.toISOString(), to: new Date(now.getTime() + 1000).toISOString() },
    };
    expect(await breaches.stretch(stretch, 0, 10)).toMatchObject({
      lists: [
        { what: '40 rows that import 12 rejected, downloaded', username: 'user3', persons: 0 },
      ],
      persons: [],
    });
  });

  it('comes by pages, each person once', async () => {
    const stretch = {
      ...{ userIds: [], kinds: ['everybody' as const] },
      ...{ from: '2026-01-01T00:00:00.000Z', to: now.toISOString() },
    };
    const whole = await gateway.services.breaches.stretch(stretch, 0, 10_000);
    const paged: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await gateway.services.breaches.stretch(stretch, after, 7);
      paged.push(...page.persons.map(({ customerId }) => customerId));
      expect(page.count).toBe(whole.count);
      after = page.nextCustomerId;
    }
    expect(paged).toEqual(whole.persons.map(({ customerId }) => customerId));
    expect(paged.length).toBeGreaterThan(10);
  });
});
