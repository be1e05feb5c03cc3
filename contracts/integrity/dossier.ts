import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { type OwnedKind, ownedRecords } from '../records/records.js';

/** The records whose events a dossier holds: customers, and what is theirs. */
export type DossierRecord = 'customer' | OwnedKind;
export const DOSSIER_RECORDS = [
  'customer',
  ...ownedRecords().map(({ one }) => one),
] as readonly string[] as readonly DossierRecord[];

export const DOSSIER_FORMAT = 'insuremanager-dossier/1';

const hashText = () => z.string().describe('A SHA-256, base64');

/** An event as the log holds it: what is personal is one sealed text. */
const StoredEventView = z.object({
  id: z.uuid(),
  stream: z.string(),
  revision: z.string().describe('In its stream, from 0, in decimal digits'),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).describe('Who did it, when, and by which command'),
});

/**
 * Every event of a record with the proof that it is in the log as it was signed. Whoever has the key
 * verifies it without us: `deploy/bin/verifyDossier.mjs`. It holds nothing personal in the clear.
 */
export const Dossier = z.object({
  format: z.literal(DOSSIER_FORMAT),
  stream: z.string().describe('Such as policy-800'),
  madeAt: instantText(),
  madeBy: z.string().describe('A username'),
  key: z.string().describe('By which the head is signed: to be compared with one that is known'),
  head: z.string().describe('The signed head of the log, as it is kept'),
  events: z.array(
    z.object({
      index: z.int().describe('Of the event in the whole log, from 0'),
      path: z.array(hashText()).describe('Siblings on the way to the root, the lowest first'),
      event: StoredEventView,
    }),
  ),
});
export type Dossier = z.infer<typeof Dossier>;
