import { z } from 'zod';
import { dayText, instantText } from './fields/dayFields.js';
import { type Day, formatDay } from './rules/kolkataDay.js';

/** What stands for a value whose key was destroyed. */
export const ERASED = '(erased)';

export const FieldChange = z.object({
  field: z.string(),
  label: z.string(),
  before: z
    .string()
    .nullable()
    .describe('As people read it, an Aadhaar number masked; null: there was nothing'),
  after: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

export const HistoryActor = z.object({ userId: z.int(), username: z.string(), role: z.string() });

/** The bulk change that something was part of. */
export const batchIdText = () =>
  z
    .string()
    .nullable()
    .describe('Names the bulk change that it was part of; null: it was a change of its own');

/** The import of a spreadsheet by which something was written, or taken back again. */
export const OfImport = z.object({
  id: z.int(),
  day: dayText().describe('When the import was started'),
  isUndo: z.boolean().describe('It was taken back with the import'),
});
export type OfImport = z.infer<typeof OfImport>;

export const importWords = ({ day, isUndo }: OfImport): string =>
  `${isUndo ? 'taken back with' : 'by'} the import of ${formatDay(day)}`;

/** One event of a record, described for people. */
export const HistoryEntry = z.object({
  version: z
    .int()
    .describe(
      'The version that the record had after it; what leaves the record as it was has the one before',
    ),
  type: z.string(),
  at: instantText(),
  actor: HistoryActor,
  batchId: batchIdText(),
  ofImport: OfImport.nullable(),
  summary: z.string().describe('One sentence, such as "Phone and city changed"'),
  changes: z.array(FieldChange),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** When a record is looked at: at the end of a Kolkata day, at an instant, or right after an event. */
export type PastMoment =
  | Day
  | { readonly at: Date }
  /** In the record's stream, from 0. */
  | { readonly revision: number };

/** A record at a moment, beside what it is now. */
export interface RecordBesideNow<View> {
  /** Of the last event that had happened by then; null: none had. */
  readonly revision: number | null;
  /** Null: there was none then. */
  readonly past: View | null;
  /** Null: it is deleted, or there never was one. */
  readonly now: View | null;
  /** As it is now, or was when it was deleted; null: there never was one. */
  readonly lastKnown: View | null;
}
