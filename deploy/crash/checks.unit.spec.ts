import {
  DocumentDeleted,
  DocumentUploaded,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import { PolicyIssued, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import {
  QuotationConverted,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { cover, identity } from '@insuremanager/services/policies/testing/samplePolicy';
import {
  created,
  EMAIL,
  emailed,
  emailFailed,
  emailRequested,
  QUOTATION,
} from '@insuremanager/services/quotations/testing/sampleQuotation';
import { describe, expect, it } from 'vitest';
import {
  brokenConversions,
  brokenLinks,
  brokenLinksBetween,
  commandsIn,
  duplicateNumbers,
  emailsIn,
  emailsNotSentOnce,
  filesIn,
  numbersInDispute,
  type Term,
} from './testing/checks.js';

interface Happened {
  readonly type: string;
  readonly data: object;
}

const log = (stream: string, ...events: readonly Happened[]) =>
  events.map((event) => ({ ...event, stream })) as unknown as RecordedEvent[];
const ofQuotation = (...events: Happened[]) => log(quotationStream(QUOTATION), ...events);

const issued = (policyId: number, quotationId: number | null = QUOTATION) =>
  log(
    policyStream(policyId),
    PolicyIssued({
      ...{ policyId, quotationId, kind: 'health', customerId: 3 },
      ...{ predecessorId: null, numberKept: true, status: 'active', cover, personal: identity },
    }),
  );
const converted = (policyId: number) =>
  QuotationConverted({ quotationId: QUOTATION, policyId, policyKind: 'health' });

describe('commands', () => {
  const requested = emailRequested({ to: 'asha.menon@example.in', message: null });

  it('are those of people: how an email ended is not counted as one', () => {
    const by = (commandId: string, events: RecordedEvent[]) =>
      events.map((event) => ({ ...event, metadata: { commandId } })) as RecordedEvent[];
    const written = commandsIn([
      ...by('request', ofQuotation(requested)),
      ...by('failure', ofQuotation(emailFailed('unreachable'))),
      ...by('success', ofQuotation(emailed)),
    ]);
    expect(Object.keys(written)).toEqual(['request']);
  });
});

describe('conversions', () => {
  it('are whole when a quotation and its one policy name each other', () => {
    const whole = [...issued(1), ...ofQuotation(converted(1)), ...issued(2, null)];
    expect(brokenConversions(whole)).toEqual([]);
  });

  it.each<[string, RecordedEvent[]]>([
    ['a policy of which its quotation does not know', issued(1)],
    ['a quotation without the policy that it became', ofQuotation(converted(1))],
    ['two policies of one quotation', [...issued(1), ...issued(2), ...ofQuotation(converted(1))]],
    ['another policy than the one it names', [...issued(1), ...ofQuotation(converted(2))]],
    ['one that is recorded twice', [...issued(1), ...ofQuotation(converted(1), converted(1))]],
    ['one that is recorded elsewhere', [...issued(1), ...log(quotationStream(8), converted(1))]],
  ])('show %s', (_, events) => {
    expect(brokenConversions(events)).not.toEqual([]);
  });
});

describe('numbers of quotations', () => {
  it('are given once', () => {
    expect(duplicateNumbers(ofQuotation(created()))).toEqual([]);
    expect(duplicateNumbers(ofQuotation(created(), created()))).toEqual(['QT-2026-27-1']);
  });
});

describe('emails', () => {
  const requested = emailRequested({ to: 'asha.menon@example.in', message: null });

  it('are sent once each', () => {
    expect(emailsIn(ofQuotation(requested, emailed))).toEqual([EMAIL]);
    expect(emailsNotSentOnce(ofQuotation(requested, emailed))).toEqual([]);
  });

  it.each<[string, RecordedEvent[]]>([
    ['one that was not sent', ofQuotation(requested)],
    ['one that was given up', ofQuotation(requested, emailFailed('unreachable'))],
    ['one that was sent twice', ofQuotation(requested, emailed, emailed)],
    ['one that nobody asked for', ofQuotation(emailed)],
  ])('show %s', (_, events) => {
    expect(emailsNotSentOnce(events)).not.toEqual([]);
  });
});

describe('files that events name', () => {
  it('are those of documents, deleted ones included, and those that were emailed', () => {
    const uploaded = DocumentUploaded({
      ...{ documentId: 5, customerId: 3, documentType: 'kyc', policyKind: null, policyId: null },
      ...{ fileKey: 'documents/2026-11/a', fileSize: 7, mimeType: 'application/pdf' },
      ...{ claimId: null, requirement: null },
      activeContent: 'none',
      personal: null,
    });
    const of = log(documentStream(5), uploaded, DocumentDeleted({ documentId: 5 }));
    expect(filesIn([...of, ...ofQuotation(emailRequested(null), emailRequested(null))])).toEqual({
      documents: ['documents/2026-11/a'],
      emailed: ['quotations/7/0-abc'],
    });
  });
});

describe('links between lists', () => {
  const quotation = { id: 7, policyId: 1 };
  const policy = { id: 1, quotationId: 7 };
  const plain = { id: 2, quotationId: null };

  it('are whole where each names the other, or the quotation is deleted', () => {
    const open = { id: 8, policyId: null };
    const lists = { quotations: [quotation, open], policies: [policy, plain] };
    expect(brokenLinksBetween(lists)).toEqual([]);
    expect(brokenLinksBetween({ quotations: [], policies: [policy] })).toEqual([]);
  });

  it.each([
    ['a policy that is not there', { quotations: [quotation], policies: [] }],
    ['a policy of its own', { quotations: [quotation], policies: [{ id: 1, quotationId: null }] }],
    ['a quotation that is open', { quotations: [{ id: 7, policyId: null }], policies: [policy] }],
  ])('show %s', (_, lists) => {
    expect(brokenLinksBetween(lists)).not.toEqual([]);
  });
});

const term = (id: number, more: Partial<Term> = {}): Term => ({
  id,
  policy_id: 1,
  predecessor_id: null,
  successor_id: null,
  status: 'active',
  number_key: 'P/1',
  ...more,
});
const first = term(1, { successor_id: 2, status: 'renewed' });
const second = term(2, { predecessor_id: 1 });

describe('links between terms', () => {
  it('are whole where each names the other', () => {
    expect(brokenLinks([first, second])).toEqual([]);
  });

  it.each<[string, Term[]]>([
    ['a next term that never came', [first]],
    ['a next term that does not know of it', [first, term(2)]],
    ['a term before that does not know of it', [term(1), second]],
    ['a second successor', [first, second, term(3, { predecessor_id: 1 })]],
    ['a next term in another policy', [first, { ...second, policy_id: 2 }]],
    ['a term that is renewed into nothing', [term(1, { status: 'renewed' })]],
  ])('show %s', (_, terms) => {
    expect(brokenLinks(terms)).not.toEqual([]);
  });
});

describe('policy numbers', () => {
  const reservedFor = (owner: string | null) => async () => owner;

  it('are a policy’s own when they are reserved for it', async () => {
    expect(await numbersInDispute([first, second], reservedFor(policyStream(1)))).toEqual([]);
  });

  it.each<[string, Term[], string | null]>([
    ['two policies bear', [first, second, term(5, { policy_id: 5 })], policyStream(1)],
    ['is free', [first, second], null],
    ['is reserved for another policy', [first, second], policyStream(2)],
  ])('show one that %s', async (_, terms, owner) => {
    expect(await numbersInDispute(terms, reservedFor(owner))).not.toEqual([]);
  });
});
