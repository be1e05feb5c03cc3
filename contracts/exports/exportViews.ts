import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { EXPORT_FORMATS, EXPORTED_LISTS } from './exportedLists.js';

/** A sheet has room for 1,048,575. */
export const MOST_EXPORTED = 1_000_000;
/** Of one user, that are not over yet. */
export const MOST_UNFINISHED_EXPORTS = 3;
/** Of a user, ready to be downloaded: they take the room of documents. */
export const MOST_KEPT_EXPORTS = 20;
/** So long can a file be downloaded. */
export const EXPORT_HOURS = 24;
/** So long is an export listed once it is over. */
export const EXPORTS_LISTED_DAYS = 7;
/** At most so many are listed, the newest first. */
export const EXPORTS_LISTED = 50;

/**
 * `waiting`: for others before it; also when it was broken off, and begins anew. `ready`: its file
 * can be downloaded. The others are over.
 */
export const EXPORT_STATES = [
  'waiting',
  'running',
  'ready',
  'failed',
  'cancelled',
  'expired',
] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

const LONGEST_QUERY = 4000;

/** What an export is asked for by. */
export const ExportInput = z.object({
  list: z.enum(EXPORTED_LISTS, `list is one of: ${EXPORTED_LISTS.join(', ')}`),
  format: z.enum(EXPORT_FORMATS, `format is one of: ${EXPORT_FORMATS.join(', ')}`),
  query: z
    .string('query must be one text')
    .max(LONGEST_QUERY, `query can have at most ${LONGEST_QUERY} characters`)
    .default('')
    .describe(
      'Filter, sort and columns, as in the address of the list’s file: city=Kochi&sort=name',
    ),
});
export type ExportInput = z.output<typeof ExportInput>;

/** An export in the background, as the user sees it who has asked for it. */
export const ExportView = z.object({
  id: z.int(),
  list: z.enum(EXPORTED_LISTS),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(EXPORT_STATES),
  rows: z.int().describe('Written so far'),
  total: z.int().nullable().describe('Of how many; null until it is known'),
  size: z.int().nullable().describe('Of the file, in bytes; null until it is ready'),
  reason: z.string().nullable().describe('Why it has failed, and what to do'),
  askedAt: instantText(),
  finishedAt: instantText().nullable(),
  expiresAt: instantText().nullable().describe('Until then the file can be downloaded'),
});
export type ExportView = z.infer<typeof ExportView>;

/** Where the file of an export is downloaded. */
export const exportFilePath = (id: number): string => `/api/exports/${id}/file`;
