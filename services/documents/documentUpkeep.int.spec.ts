import { createHash, randomUUID } from 'node:crypto';
import { startTestBackend } from '@insuremanager/deploy/testing/testBackend';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { sweepDocuments } from './documentFiles.js';
import { bytesOf, openDocumentFixture } from './testing/documentFixture.js';
import { SAMPLE_FILES, samplePdf } from './testing/sampleFiles.js';

const fixture = testFixture(openDocumentFixture);
let customerId: number;

beforeAll(async () => {
  customerId = await fixture.customer('Lakshmi Nair');
});

describe('personal data', () => {
  it('is nowhere in the raw log, and nothing of a file in the store', async () => {
    const marker = `Unmistakable ${randomUUID()}`;
    const bytes = samplePdf(marker);
    const { record: document } = await fixture.upload(
      { customerId },
      { fileName: `${marker}.pdf`, bytes },
    );
    const raw = JSON.stringify(
      await fixture.platform.eventLog.readStream(`document-${document.id}`),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(raw).toContain('DocumentUploaded');
    expect(raw).not.toContain('Unmistakable');
    expect(raw).not.toContain(createHash('sha256').update(bytes).digest('hex'));
    const row = await fixture.readModels.from('documents').where({ id: document.id }).first();
    const stored = await bytesOf(await fixture.fileStore.get(row.file_key));
    expect(stored.includes('Unmistakable')).toBe(false);
    expect(stored.includes('%PDF')).toBe(false);
    expect(row.file_key).toMatch(/^documents\/2026-04\/[0-9a-f-]{36}$/);
  });
});

describe('the projector', () => {
  let erasedId: number;

  beforeAll(async () => {
    erasedId = await fixture.customer('Forget Me');
    for (const [kind, bytes] of Object.entries(SAMPLE_FILES)) {
      await fixture.upload({ customerId }, { fileName: `Scan.${kind}`, bytes });
    }
    await fixture.upload({ customerId: erasedId, documentType: 'claim_document' });
    const { record: document } = await fixture.upload({ customerId });
    await fixture.projected(await fixture.documents.delete(document.id, by()));
    await fixture.platform.vault.destroyKey(`customer-${erasedId}`);
  });

  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.documents?.length).toBeGreaterThan(5);
    expect(once.stored_documents?.length).toBeGreaterThan(once.documents?.length ?? 0);
    expect(twice).toEqual(once);
  });

  it('comes to the same rows when everything is built anew', async () => {
    const all = () =>
      fixture.documents.list({ filter: {}, sort: 'uploaded', direction: 'asc', limit: 100 });
    const before = await all();
    const cards = await fixture.documents.cards();
    await fixture.readModels.rebuild(() => undefined);
    // Who was erased since has no names any more.
    const items = before.items.map((item) =>
      item.customerId === erasedId ? { ...item, fileName: 'Erased document' } : item,
    );
    expect(await all()).toEqual({ ...before, items });
    expect(await fixture.documents.cards()).toEqual(cards);
  });
});

describe('the sweep', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  it('removes what was left behind a day ago, and nothing that an event refers to', async () => {
    const stored = await fixture.upload({ customerId });
    const deleted = await fixture.upload({ customerId });
    await fixture.projected(await fixture.documents.delete(deleted.record.id, by()));
    const before = await fixture.storedFiles();
    const orphan = await fixture.receive();
    fixture.setTime(hours(23));
    expect(await fixture.documents.sweep()).toBe(0);
    expect(await fixture.fileStore.has(orphan.fileKey)).toBe(true);
    fixture.setTime(hours(25));
    expect(await fixture.documents.sweep(AbortSignal.abort())).toBe(0);
    expect(await fixture.documents.sweep()).toBe(1);
    expect(await fixture.fileStore.has(orphan.fileKey)).toBe(false);
    expect((await fixture.storedFiles()).sort()).toEqual(before.sort());
    expect(await fixture.documents.sweep()).toBe(0);
    const { content } = await fixture.documents.open(stored.record.id);
    expect(await bytesOf(content)).toEqual(samplePdf());
  });

  it('removes nothing while it is not certain that all events are known', async () => {
    const orphan = await fixture.receive();
    fixture.setTime(hours(25));
    const { platform, readModels } = fixture;
    const sweep = (change: object) => sweepDocuments({ ...platform, readModels, ...change });
    const behind = { ...readModels, waitFor: async () => false };
    expect(await sweep({ readModels: behind })).toBe(0);
    expect(await sweep({ eventLog: { head: async () => null } })).toBe(0);
    expect(await fixture.fileStore.has(orphan.fileKey)).toBe(true);
    expect(await sweep({})).toBe(1);
  });
});

describe('an installation that comes up on a new database, with the files of another', () => {
  it('removes none of them, however old', async () => {
    await fixture.upload({ customerId });
    const before = await fixture.storedFiles();
    const elsewhere = await startTestBackend();
    const other = await openDocumentFixture(elsewhere, fixture.fileStore);
    try {
      await other.customer('Somebody Else');
      for (const days of [2, 400]) {
        other.setTime(new Date(Date.now() + days * 24 * 3_600_000));
        expect(await other.documents.sweep()).toBe(0);
      }
      expect(await fixture.storedFiles()).toEqual(before);
    } finally {
      await other.close();
      await elsewhere.stop();
    }
  });
});

describe('an upload', () => {
  const kyc = { documentType: 'kyc', policyType: null, policyId: null } as const;

  it('is entered once by two processes, and what is left behind is swept', async () => {
    const context = by();
    const before = await fixture.storedFiles();
    const elsewhere = fixture.over({});
    const files = await Promise.all(Array.from({ length: 10 }, () => fixture.receive()));
    const results = await Promise.all(
      files.map((file, i) =>
        (i % 2 === 0 ? fixture.documents : elsewhere).upload({ ...kyc, customerId }, file, context),
      ),
    );
    const ids = new Set(results.map(({ record: document }) => document.id));
    expect(ids.size).toBe(1);
    for (const result of results) await fixture.projected(result);
    fixture.setTime(new Date(Date.now() + 25 * 3_600_000));
    await fixture.documents.sweep();
    expect(await fixture.storedFiles()).toHaveLength(before.length + 1);
    const { content } = await fixture.documents.open([...ids][0] ?? 0);
    expect(await bytesOf(content)).toEqual(samplePdf());
  });

  it('keeps its file when nobody knows whether it was entered', async () => {
    const { append } = fixture.platform.eventLog;
    const away = () => Promise.reject(unavailable('The event store'));
    const file = await fixture.receive();
    const input = { ...kyc, customerId };
    const lost = fixture.over({ append: away });
    await expect(lost.upload(input, file, by())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await fixture.fileStore.has(file.fileKey)).toBe(true);
    const late = fixture.over({
      append: async (...args) => {
        await append(...args);
        return away();
      },
    });
    const { record: document } = await late.upload(input, file, by());
    expect(await bytesOf((await fixture.documents.open(document.id)).content)).toEqual(samplePdf());
  });
});
