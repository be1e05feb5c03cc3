/** What has happened in the system that is measured: the same on every machine, but for the day. */
import { createHash } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import {
  CustomerDetailsChanged,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerStream,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import { DEFAULT_KYC_STATUS } from '@insuremanager/contracts/customers/kycStatuses';
import {
  DocumentUploaded,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import {
  type DocumentType,
  FILE_KIND_EXTENSIONS,
  FILE_KIND_MIME_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  POLICY_COVER_FIELDS,
  POLICY_IDENTITY_FIELDS,
  PolicyCancelled,
  PolicyExpired,
  PolicyIssued,
  PolicyRenewed,
  policyStream,
  TERMS_PER_POLICY,
} from '@insuremanager/contracts/policies/policyEvents';
import { type PolicyInput, policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QuotationCreated,
  QuotationStatusSet,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { gstClassOf } from '@insuremanager/contracts/quotations/quotationTerm';
import { addDays, endOfTerm, financialYearOf } from '@insuremanager/contracts/rules/calendar';
import { gstRateOn } from '@insuremanager/contracts/rules/gst';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { demoPolicy, offerOf } from '../demo/covers.js';
import { type Dice, dice } from '../demo/dice.js';
import { demoPerson, firstNameOf } from '../demo/people.js';

/** Something that has happened, and when. */
export interface Happening {
  readonly event: DomainEvent;
  readonly at: Date;
}

/** A stream and what has happened in it, oldest first. */
export interface StreamHistory {
  readonly stream: string;
  readonly history: readonly Happening[];
}

interface PolicyHistory extends StreamHistory {
  readonly policyId: number;
  readonly kind: PolicyKind;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Seeds that nothing else uses. */
/** Agents in whose books the customers are. */
const OWNERS = 20;
const DOCUMENT_SERIES = 8_000_000_000;
const QUOTATION_SERIES = 9_000_000_000;

/** How many records the first so many customers have. */
export const recordsOf = (customers: number) => ({
  policies: customers * POLICIES_PER_CUSTOMER,
  documents: documentsOf(customers),
  quotations: quotationsOf(customers),
});

/** Everything of one customer out of so many. */
export function streamsOf(id: number, customers: number, now: Date): StreamHistory[] {
  const registered = registeredAt(id, customers, now);
  const policies = policyHistories(id, now);
  const document = documentHistory(id, registered, policies[0]);
  const quotation = quotationHistory(id, customers, now);
  return [customerHistory(id, registered), ...policies, document, quotation].filter(
    (stream) => stream !== null,
  );
}

const DAYS = 425;

/** They come in the order of their ids over fourteen months, the last one a day before `now`. */
const registeredAt = (customerId: number, customers: number, now: Date): Date =>
  new Date(now.getTime() - (1 - customerId / customers) * DAYS * DAY_MS - DAY_MS);

/** How many of them came before an instant. */
function registeredBefore(instant: Date, customers: number, now: Date): number {
  const daysSince = (now.getTime() - DAY_MS - instant.getTime()) / DAY_MS;
  const before = Math.ceil((1 - daysSince / DAYS) * customers) - 1;
  return Math.min(Math.max(before, 0), customers);
}

/** Half of the customers have had something decided or changed. */
const hasDecision = (id: number): boolean => id % 3 === 0;
const hasMoved = (id: number): boolean => id % 4 === 0;

/** The version of a customer before anything was measured. */
export const populatedVersion = (id: number): number =>
  Number(hasDecision(id)) + Number(hasMoved(id));

/** All within a day. */
function customerHistory(customerId: number, registered: Date): StreamHistory {
  const { kycStatus: wanted, ...person } = CustomerInput.parse(demoPerson(customerId));
  const personal = { ...NO_CUSTOMER_DETAILS, ...person };
  const kycStatus = wanted ?? DEFAULT_KYC_STATUS;
  const other = kycStatus === 'pending' ? 'verified' : 'pending';
  const isDecided = hasDecision(customerId);
  // One of twenty agents.
  const ownerId = 1 + (customerId % OWNERS);
  const first = { customerId, kycStatus: isDecided ? other : kycStatus, ownerId, personal };
  const history: Happening[] = [{ event: CustomerRegistered(first), at: registered }];
  const add = (event: DomainEvent, days: number) =>
    history.push({ event, at: new Date(registered.getTime() + days * DAY_MS) });
  if (isDecided) add(CustomerKycStatusChanged({ customerId, kycStatus, documentId: null }), 1 / 4);
  if (hasMoved(customerId)) {
    const address = `${1 + (customerId % 90)}/12, M. G. Road`;
    const moved = { customerId, fields: ['address' as const], personal: { address } };
    add(CustomerDetailsChanged(moved), 1 / 2);
  }
  return { stream: customerStream(customerId), history };
}

/** Terms of policies in the system for each customer. */
const POLICIES_PER_CUSTOMER = 3;
/** Of the terms that began so long ago. */
const OLDEST_DAYS = 700;
/** An odd number that shares no factor with the days: starts are spread evenly. */
const STRIDE = 263;

/**
 * The policies of one customer: one by itself, and a second one that a third of the customers have
 * renewed into a third term; the others have bought a third one. Terms that are over are expired,
 * some others cancelled.
 */
function policyHistories(customerId: number, now: Date): [PolicyHistory, ...PolicyHistory[]] {
  const today = kolkataDay(now);
  // Counted from 1; ids of policies leave room for those of further terms.
  const first = (customerId - 1) * POLICIES_PER_CUSTOMER + 1;
  const daysAgo = (count: number) => (count * STRIDE) % OLDEST_DAYS;
  const single = (count: number) =>
    singleTerm(count, customerId, addDays(today, -daysAgo(count)), today);
  if (customerId % 3 !== 0) return [single(first), single(first + 1), single(first + 2)];
  const start = addDays(today, -366 - (daysAgo(first + 1) % 330));
  return [single(first), renewed(first + 1, customerId, start, today)];
}

function singleTerm(count: number, customerId: number, start: Day, today: Day): PolicyHistory {
  const { policyId, issued, ...policy } = issuedPolicy(count, customerId, start);
  const of = { policyId, termId: policyId };
  const { endDate } = issued.cover;
  const history = [onDay(PolicyIssued(issued), start)];
  if (endDate < today) {
    history.push(onDay(PolicyExpired({ ...of, endDate }), addDays(endDate, 1)));
  } else if (count % 23 === 0 && start < today) {
    const cancelledOn = addDays(start, 1);
    const cancelled = {
      cancelledOn,
      reason: 'customer_request',
      personal: { note: null },
    } as const;
    history.push(onDay(PolicyCancelled({ ...of, customerId, ...cancelled }), cancelledOn));
  }
  return { ...policy, policyId, history };
}

function renewed(count: number, customerId: number, start: Day, today: Day): PolicyHistory {
  const { policyId, issued, ...policy } = issuedPolicy(count, customerId, start);
  const { kind, personal } = issued;
  const startDate = addDays(issued.cover.endDate, 1);
  const cover = { ...issued.cover, startDate, endDate: endOfTerm(startDate) };
  const of = { policyId, kind, termId: policyId, nextTermId: policyId + 1, customerId };
  const boughtOn = startDate < today ? startDate : today;
  const history = [
    onDay(PolicyIssued(issued), start),
    onDay(PolicyRenewed({ ...of, cover, personal }), boughtOn),
  ];
  return { ...policy, policyId, history };
}

function issuedPolicy(count: number, customerId: number, start: Day) {
  const policyId = count * TERMS_PER_POLICY;
  const { kind, input } = demoPolicy(count, start);
  const parsed: PolicyInput = policyInputOf(kind).parse({ ...input, customerId });
  const cover = pick(parsed, POLICY_COVER_FIELDS);
  const personal = pick(parsed, POLICY_IDENTITY_FIELDS);
  const of = { policyId, kind, customerId, quotationId: null };
  const issued = { ...of, status: 'active' as const, cover, personal };
  return { policyId, kind, stream: policyStream(policyId), issued };
}

/** At noon. */
const onDay = (event: DomainEvent, day: Day): Happening => ({
  event,
  at: new Date(startOfKolkataDay(day).getTime() + DAY_MS / 2),
});

/** One customer out of so many has handed in a document. */
const CUSTOMERS_PER_DOCUMENT = 2;

const documentsOf = (customers: number): number => Math.floor(customers / CUSTOMERS_PER_DOCUMENT);

/**
 * The document of one customer, if there is one, from the day on which they came: documents of KYC
 * belong to nothing else, most others to the first policy. Its file is nowhere.
 */
function documentHistory(
  customerId: number,
  registered: Date,
  { policyId, kind }: PolicyHistory,
): StreamHistory | null {
  if (customerId % CUSTOMERS_PER_DOCUMENT !== 0) return null;
  const documentId = documentsOf(customerId);
  const throws = dice(DOCUMENT_SERIES + documentId);
  const documentType = throws.pick(DOCUMENT_TYPES);
  const at = new Date(registered.getTime() + throws.below(20) * HOUR_MS);
  const fileName = fileNameOf(throws, documentType, customerId, at);
  const isOfKind = documentType !== 'kyc';
  const secret = createHash('sha256').update(String(documentId)).digest();
  const sha256 = secret.toString('hex');
  const event = DocumentUploaded({
    documentId,
    customerId,
    documentType,
    policyKind: isOfKind ? kind : null,
    policyId: isOfKind && throws.chance(0.8) ? policyId : null,
    ...{ claimId: null, requirement: null },
    // As long as those that are given out.
    fileKey: `documents/${kolkataDay(at).slice(0, 7)}/${sha256.slice(0, 36)}`,
    fileSize: 20_000 + throws.below(4_000_000),
    mimeType: mimeTypeOf(fileName),
    activeContent: 'none',
    personal: { fileName, sha256, contentKey: secret.toString('base64url') },
  });
  return { stream: documentStream(documentId), history: [{ event, at }] };
}

const DOCUMENT_TYPES: readonly DocumentType[] = [
  ...Array<DocumentType>(11).fill('kyc'),
  ...Array<DocumentType>(6).fill('policy_document'),
  ...Array<DocumentType>(3).fill('claim_document'),
];

/** As people, phones and scanners name files. */
function fileNameOf(throws: Dice, type: DocumentType, customerId: number, at: Date): string {
  const first = firstNameOf(demoPerson(customerId).name);
  const day = kolkataDay(at);
  const number = throws.digits(6);
  const anyFileName = [
    `IMG_${day.replaceAll('-', '')}_${number}.jpg`,
    `WhatsApp Image ${day} at ${number.slice(0, 2)}.${number.slice(2, 4)}.jpeg`,
    `scan${number.slice(2)}.pdf`,
  ];
  const fileNames: Record<DocumentType, readonly string[]> = {
    kyc: [
      `PAN ${first}.png`,
      `Aadhaar ${first} front.jpg`,
      `Aadhaar ${first} masked.pdf`,
      `ആധാർ കാർഡ് ${first}.jpg`,
      `Passport ${first}.pdf`,
    ],
    policy_document: [
      `Policy schedule ${first}.pdf`,
      `Policy ${number}.pdf`,
      `RC book ${first}.png`,
      `Renewal notice ${first}.docx`,
      `പോളിസി ${first}.pdf`,
    ],
    claim_document: [
      `Hospital bill ${first}.pdf`,
      `Claim form ${first}.doc`,
      `Garage estimate ${number}.pdf`,
    ],
  };
  return throws.pick(throws.chance(0.25) ? anyFileName : fileNames[type]);
}

const mimeTypeOf = (fileName: string): string => {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  const kind = FILE_KINDS.find((one) => FILE_KIND_EXTENSIONS[one].includes(ending));
  return FILE_KIND_MIME_TYPES[kind ?? 'pdf'];
};

/** No policy is the one that was quoted. */
const QUOTED_POLICIES = 3_000_000;
const VALIDITY = [7, 15, 30, 30, 30, 60, 90];
const DECIDED_AFTER_DAYS = 60;

/** Two for every three customers. */
const quotationsOf = (customers: number): number => customers - Math.floor(customers / 3);

/**
 * The quotation of one customer of so many, if there is one: an hour after they came, and numbered
 * in that order. A fifth of those that were decided upon say so in a second event.
 */
function quotationHistory(customerId: number, customers: number, now: Date): StreamHistory | null {
  if (customerId % 3 === 0) return null;
  const quotationId = quotationsOf(customerId);
  const throws = dice(QUOTATION_SERIES + quotationId);
  const at = new Date(registeredAt(customerId, customers, now).getTime() + HOUR_MS);
  const today = kolkataDay(at);
  const input = QuotationInputSchema.parse({
    ...offerOf(throws, demoPolicy(QUOTED_POLICIES + quotationId, today)),
    validityDays: throws.pick(VALIDITY),
    customerId,
  });
  const { vehicleNumber, notes, status: _, customerId: addressee, ...offer } = input;
  const status = statusOf(throws, now.getTime() - at.getTime());
  const isDecidedLater = status !== 'pending' && throws.chance(0.2);
  const created = QuotationCreated({
    quotationId,
    customerId: addressee,
    quotationNumber: numberOf(quotationId, customers, now, at),
    status: isDecidedLater ? 'pending' : status,
    offer: { ...offer, gstRate: gstRateOn(gstClassOf(offer), today) },
    personal: { vehicleNumber, notes },
  });
  const history: Happening[] = [{ event: created, at }];
  if (isDecidedLater) {
    const event = QuotationStatusSet({ quotationId, from: 'pending', to: status });
    history.push({ event, at: new Date(at.getTime() + HOUR_MS) });
  }
  return { stream: quotationStream(quotationId), history };
}

/** Most of the last weeks are open still; of the older ones some were never decided upon. */
function statusOf(throws: Dice, ageMs: number): QuotationStatus {
  const isOpen = throws.chance(ageMs < DECIDED_AFTER_DAYS * DAY_MS ? 0.7 : 0.25);
  if (isOpen) return 'pending';
  return throws.pick(['accepted', 'accepted', 'accepted', 'rejected', 'rejected', 'expired']);
}

/** Counted in every financial year from 1. */
function numberOf(quotationId: number, customers: number, now: Date, at: Date): string {
  const year = financialYearOf(kolkataDay(at));
  const newYear = startOfKolkataDay(`${year.slice(0, 4)}-04-01`).getTime();
  const before = quotationsOf(registeredBefore(new Date(newYear - HOUR_MS), customers, now));
  return `QT-${year}-${quotationId - before}`;
}
