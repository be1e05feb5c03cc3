import {
  type DocumentEvent,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import { DOCUMENT_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectEveryPrefix } from '../platform/testing/asOfEveryEvent.js';
import { by } from '../platform/testing/serviceFixture.js';
import { type Document, documentDecider } from './document.js';
import { documentView } from './documentTables.js';
import { openDocumentFixture } from './testing/documentFixture.js';

const fixture = testFixture(openDocumentFixture);

const viewOf = (document: Document, version: number): DocumentView | null =>
  document.phase === 'existing' ? documentView(document.record, version) : null;

let minutes = 0;
function passAMinute(): Date {
  minutes += 1;
  const now = new Date(Date.parse('2026-04-01T06:00:00Z') + minutes * 60_000);
  fixture.setTime(now);
  return now;
}

describe('a document as of any of its events', () => {
  it('is what comes of the events until then, and what was seen at that time', async () => {
    const { documents, platform } = fixture;
    const customerId = await fixture.customer('Anil');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DOCUMENT_TYPES),
        fc.constantFrom('Pan.pdf', 'ആധാർ.pdf'),
        fc.boolean(),
        async (documentType, fileName, isDeleted) => {
          const before = passAMinute();
          const uploadedAt = passAMinute();
          const { record } = await fixture.upload({ customerId, documentType }, { fileName });
          const { id } = record;
          const glimpses = [
            { at: before, view: null },
            { at: uploadedAt, view: record },
          ];
          const deletedAt = passAMinute();
          if (isDeleted) await documents.delete(id, by());
          const after = isDeleted ? null : record;
          await expectEveryPrefix<Document, DocumentEvent, DocumentView>({
            ...{ platform, stream: documentStream(id), decider: documentDecider, viewOf },
            asOf: (moment) => documents.asOf(id, moment),
            glimpses: [...glimpses, { at: deletedAt, view: after }],
          });
          expect(await documents.besideNow(id, { at: uploadedAt })).toEqual({
            ...{ revision: 0, past: record, now: after, lastKnown: record },
          });
        },
      ),
      { numRuns: 12, seed: 20_260_401 },
    );
  });
});
