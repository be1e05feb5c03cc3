import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { FieldChange, HistoryActor } from '../history.js';

/** Raised with every change of `HeldReport` that a program which reads it has to know of. */
export const HELD_FORMAT = 'insuremanager-held/1';

/** As what is asked for: both say the same. */
export const HELD_FORMATS = ['json', 'pdf'] as const;
export type HeldFormat = (typeof HELD_FORMATS)[number];

/** Whether a person is a customer, was one, or is forgotten. */
export const PERSON_STATES = ['existing', 'deleted', 'erased'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** What became of a record: in the lists, out of them, now another customer's, or forgotten. */
const HELD_STATES = ['existing', 'deleted', 'moved', 'erased'] as const;
export type HeldState = (typeof HELD_STATES)[number];

/** One value: for programs and, beside it, as people read it. */
export const HeldFact = z.object({
  field: z.string(),
  label: z.string(),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('Days as YYYY-MM-DD, instants as ISO 8601, amounts in rupees with two digits'),
  text: z.string().describe('As people read it, days and times in Asia/Kolkata'),
});
export type HeldFact = z.infer<typeof HeldFact>;

export const HeldItem = z.object({
  id: z.int().nullable().describe('The number of the record; null: it has none of its own'),
  title: z.string(),
  state: z.enum(HELD_STATES),
  facts: z.array(HeldFact),
});
export type HeldItem = z.infer<typeof HeldItem>;

/** All of one kind that is held about the person. */
export const Holding = z.object({
  kind: z.string(),
  title: z.string(),
  purpose: z.string().describe('What it is kept for'),
  items: z.array(HeldItem),
});
export type Holding = z.infer<typeof Holding>;

/** Somebody of the office who saw or changed something. */
export const HeldAccess = z.object({
  at: instantText(),
  actor: HistoryActor,
  record: z.string().describe('Such as policy'),
  recordId: z.int(),
  summary: z.string(),
  changes: z.array(FieldChange).describe('What it changed, from and to, as people read it'),
});
export type HeldAccess = z.infer<typeof HeldAccess>;

/** With whom something is shared. */
export const HeldRecipient = z.object({
  name: z.string(),
  role: z.enum(['insurer', 'processor']),
  data: z.string().describe('What of the person, and what for'),
});
export type HeldRecipient = z.infer<typeof HeldRecipient>;

const PersonName = z.string().nullable().describe('Null once the person has been erased');

/** How long records of the person are kept, and why. */
export const HeldUntil = z.object({
  until: z.string().describe('YYYY-MM-DD: until then at least, if nothing is added'),
  years: z.int().describe('From the last transaction'),
  reason: z.string(),
});
export type HeldUntil = z.infer<typeof HeldUntil>;

/** What is held about a person: the answer to their request (DPDP Act 2023, section 11). */
export const HeldReport = z.object({
  format: z.literal(HELD_FORMAT),
  madeAt: instantText(),
  madeBy: z.string().describe('A username'),
  heldBy: z.object({
    name: z.string(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  person: z.object({
    customerId: z.int(),
    name: PersonName,
    state: z.enum(PERSON_STATES),
    since: instantText().describe('When they were added'),
    endedAt: instantText().nullable().describe('When they were deleted or erased'),
  }),
  holdings: z.array(Holding),
  accesses: z.array(HeldAccess).describe('The oldest first'),
  recipients: z.array(HeldRecipient),
  kept: HeldUntil,
});
export type HeldReport = z.infer<typeof HeldReport>;

/** How much is held of a kind. */
export const HeldCount = z.object({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  deleted: z.int().describe('Of these, records that are in no list any more'),
});
export type HeldCount = z.infer<typeof HeldCount>;

/** Who a person is, and how much is held about them. */
export const PersonOverview = z.object({
  customerId: z.int(),
  name: PersonName,
  state: z.enum(PERSON_STATES),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  since: instantText(),
  endedAt: instantText().nullable(),
  counts: z.array(HeldCount),
  accesses: z.int().describe('How often somebody of the office saw or changed something'),
  kept: HeldUntil,
});
export type PersonOverview = z.infer<typeof PersonOverview>;

/** Somebody whom a search has found. */
export const FoundPerson = z.object({
  customerId: z.int(),
  name: PersonName,
  state: z.enum(PERSON_STATES),
  detail: z.string().nullable().describe('By what they were found, or how they are reached'),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

/** So many persons are shown at most. */
export const MOST_PERSONS = 20;
