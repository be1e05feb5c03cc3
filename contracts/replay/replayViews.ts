import { z } from 'zod';
import { KYC_STATUSES } from '../customers/kycStatuses.js';
import { instantText } from '../fields/dayFields.js';
import { FieldChange, HistoryActor, HistoryEntry } from '../history.js';
import { DOSSIER_RECORDS, type DossierRecord } from '../integrity/dossier.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';

/** The records whose past is replayed, event by event; a policy by any of its terms. */
export const REPLAYED_RECORDS = DOSSIER_RECORDS;
export type ReplayedRecord = DossierRecord;

export interface ReplayRef {
  readonly record: ReplayedRecord;
  readonly id: number;
}

/** Raw events that are answered at once. */
export const MOST_RAW_EVENTS = 20;
/** Records that a search shows. */
export const MOST_FOUND = 50;
/** Deleted records whose names are looked through, the last ones deleted. */
export const DELETIONS_SEARCHED = 200;

/** An event of a record in words, and where it stands in the log. */
export const ReplayEvent = HistoryEntry.extend({
  isAccess: z
    .boolean()
    .describe('Somebody looked at the record, which stayed as it was: of a stream of its own'),
  revision: z.int().describe('In its stream, from 0'),
  position: z.string().describe('In the whole log'),
  commandId: z.string().describe('What was written by one command has the same'),
  correlationId: z.string().describe('What was written for one request has the same'),
});
export type ReplayEvent = z.infer<typeof ReplayEvent>;

/** A KYC status of a customer, for as long as it held. */
export const KycPeriod = z.object({
  status: z.enum(KYC_STATUSES),
  from: instantText(),
  until: instantText().nullable().describe('Null: it holds still'),
  actor: HistoryActor,
  documentId: z.int().nullable().describe('The document that it rests on'),
  documentName: z.string().nullable(),
  afterDays: z
    .int()
    .nullable()
    .describe('Kolkata days since the status before; null: it is the first'),
});
export type KycPeriod = z.infer<typeof KycPeriod>;

/** A record that was found by its number, by a word of it, or among those that were deleted. */
export const FoundRecord = z.object({
  record: z.enum(REPLAYED_RECORDS),
  id: z.int(),
  name: z.string(),
  detail: z.string().nullable(),
  isDeleted: z.boolean(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

/** Records that went with a merge, or back with its undoing, that are named. */
export const MOST_MOVED = 20;

/** To whom the number of a replayed customer leads. */
export const LeadsTo = z.object({
  customerId: z.int(),
  name: z.string(),
  at: instantText(),
  by: z.string(),
});
export type LeadsTo = z.infer<typeof LeadsTo>;

/** What came along with a customer, or went back with them. */
export const MovedRecords = z.object({
  at: instantText(),
  by: z.string(),
  count: z.int(),
  records: z.array(FoundRecord).describe(`The first ${MOST_MOVED} of them`),
});
export type MovedRecords = z.infer<typeof MovedRecords>;

/** Of another customer into the one who is replayed. */
export const ReplayedMerge = z.object({
  customerId: z.int(),
  name: z.string(),
  merged: MovedRecords,
  undone: MovedRecords.nullable(),
});
export type ReplayedMerge = z.infer<typeof ReplayedMerge>;

/** All that ever happened to a record, also to one that was deleted. */
export const Replay = z.object({
  record: z.enum(REPLAYED_RECORDS),
  id: z.int(),
  name: z.string(),
  policyKind: z.enum(POLICY_KINDS).nullable().describe('Of a policy'),
  stream: z.string().describe('Such as policy-800'),
  isDeleted: z.boolean(),
  events: z.array(ReplayEvent).describe('Oldest first'),
  kyc: z.array(KycPeriod).describe('Of a customer, the first status first'),
  leadsTo: LeadsTo.nullable().describe('Of a customer who was merged into another one'),
  merges: z.array(ReplayedMerge).describe('Of other customers into this one, the first one first'),
});
export type Replay = z.infer<typeof Replay>;

/** What a record holds in a field at a moment (`before`), and now or when it was deleted (`after`). */
export const PastField = FieldChange.extend({
  isChanged: z.boolean().describe('Whether they differ, also where that is masked'),
});
export type PastField = z.infer<typeof PastField>;

export const PastRecord = z.object({
  revision: z.int().nullable().describe('Of the last event by then; null: there was none'),
  exists: z.boolean().describe('Whether there was one then'),
  existsNow: z.boolean(),
  fields: z.array(PastField).describe('`before`: then; `after`: now, or when it was deleted'),
});
export type PastRecord = z.infer<typeof PastRecord>;

/** An event as the log holds it, and as this release reads it. */
export const RawEvent = z.object({
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.int().describe('In its stream, from 0'),
  position: z.string().describe('In the whole log'),
  storedAt: instantText(),
  schemaVersion: z.int().nullable().describe('Of its data, when it was written'),
  hash: z.string().describe('SHA-256 of its leaf in the tree over the log, hexadecimal'),
  stored: z.string().describe('Data and metadata, as JSON: what is personal is one sealed text'),
  today: z
    .string()
    .nullable()
    .describe('Its data as this release reads it, unsealed and masked, as JSON; null: it cannot'),
  problem: z.string().nullable().describe('Why it cannot be read'),
});
export type RawEvent = z.infer<typeof RawEvent>;

export const RawEvents = z.object({
  items: z.array(RawEvent),
  nextFrom: z.int().nullable().describe('Where the following page begins; null: there is none'),
});

/** A record that was deleted: when, and by whom. */
export const DeletedRecord = z.object({
  record: z.enum(REPLAYED_RECORDS),
  id: z.int(),
  name: z.string(),
  at: instantText(),
  actor: HistoryActor,
});
export type DeletedRecord = z.infer<typeof DeletedRecord>;
