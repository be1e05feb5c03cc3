import { createHash, randomUUID } from 'node:crypto';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { sweepDocuments } from './documentSweep.js';
import { SAMPLE_FILES, samplePdf } from './testing/sampleFiles.js';
import { by, bytesOf, openTrialDocuments, type TrialDocuments } from './testing/trialDocuments.js';

let backend: TestBackend;
let trial: TrialDocuments;
let customerId: number;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialDocuments(backend);
  customerId = await trial.customer('Lakshmi Nair');
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

describe('personal data', () => {
  it('is nowhere in the raw log, and nothing of a file in the store', async () => {
    const marker = `Unmistakable ${randomUUID()}`;
    const bytes = samplePdf(marker);
    const { document } = await trial.upload({ customerId }, { fileName: `${marker}.pdf`, bytes });
    const raw = JSON.stringify(
      await trial.platform.eventLog.readStream(`document-${document.id}`),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(raw).toContain('DocumentUploaded');
    expect(raw).not.toContain('Unmistakable');
    expect(raw).not.toContain(createHash('sha256').update(bytes).digest('hex'));
    const row = await trial.readModels.from('documents').where({ id: document.id }).first();
    const stored = await bytesOf(await trial.fileStore.get(row.file_key));
    expect(stored.includes('Unmistakable')).toBe(false);
    expect(stored.includes('%PDF')).toBe(false);
    expect(row.file_key).toMatch(/^documents\/2026-04\/[0-9a-f-]{36}$/);
  });
});

describe('the projector', () => {
  let erasedId: number;

  beforeAll(async () => {
    erasedId = await trial.customer('Forget Me');
    for (const [kind, bytes] of Object.entries(SAMPLE_FILES)) {
      await trial.upload({ customerId }, { fileName: `Scan.${kind}`, bytes });
    }
    await trial.upload({ customerId: erasedId, documentType: 'claim_document' });
    const { document } = await trial.upload({ customerId });
    await trial.shown(await trial.documents.delete(document.id, by()));
    await trial.platform.vault.destroyKey(`customer-${erasedId}`);
  });

  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...trial, ...trial.platform });
    expect(once.documents?.length).toBeGreaterThan(5);
    expect(once.stored_documents?.length).toBeGreaterThan(once.documents?.length ?? 0);
    expect(twice).toEqual(once);
  });

  it('comes to the same rows when everything is built anew', async () => {
    const all = () =>
      trial.documents.list({ filter: {}, sort: 'uploaded', direction: 'asc', limit: 100 });
    const before = await all();
    const cards = await trial.documents.cards();
    await trial.readModels.rebuild(() => undefined);
    // Who was erased since has no names any more.
    const items = before.items.map((item) =>
      item.customerId === erasedId ? { ...item, fileName: 'Erased document' } : item,
    );
    expect(await all()).toEqual({ ...before, items });
    expect(await trial.documents.cards()).toEqual(cards);
  });
});

describe('the sweep', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  it('removes what was left behind a day ago, and nothing that an event refers to', async () => {
    const kept = await trial.upload({ customerId });
    const deleted = await trial.upload({ customerId });
    await trial.shown(await trial.documents.delete(deleted.document.id, by()));
    const before = await trial.storedFiles();
    const orphan = await trial.receive();
    trial.setTime(hours(23));
    expect(await trial.documents.sweep()).toBe(0);
    expect(await trial.fileStore.has(orphan.fileKey)).toBe(true);
    trial.setTime(hours(25));
    expect(await trial.documents.sweep(AbortSignal.abort())).toBe(0);
    expect(await trial.documents.sweep()).toBe(1);
    expect(await trial.fileStore.has(orphan.fileKey)).toBe(false);
    expect((await trial.storedFiles()).sort()).toEqual(before.sort());
    expect(await trial.documents.sweep()).toBe(0);
    const { content } = await trial.documents.open(kept.document.id);
    expect(await bytesOf(content)).toEqual(samplePdf());
  });

  it('removes nothing while it is not certain that all events are known', async () => {
    const orphan = await trial.receive();
    trial.setTime(hours(25));
    const { platform, readModels } = trial;
    const sweep = (change: object) => sweepDocuments({ ...platform, readModels, ...change });
    const behind = { ...readModels, waitFor: async () => false };
    expect(await sweep({ readModels: behind })).toBe(0);
    expect(await sweep({ eventLog: { head: async () => null } })).toBe(0);
    expect(await trial.fileStore.has(orphan.fileKey)).toBe(true);
    expect(await sweep({})).toBe(1);
  });
});

describe('an installation that comes up on a new database, with the files of another', () => {
  it('removes none of them, however old', async () => {
    await trial.upload({ customerId });
    const before = await trial.storedFiles();
    const elsewhere = await startTestBackend();
    const other = await openTrialDocuments(elsewhere, trial.fileStore);
    try {
      await other.customer('Somebody Else');
      for (const days of [2, 400]) {
        other.setTime(new Date(Date.now() + days * 24 * 3_600_000));
        expect(await other.documents.sweep()).toBe(0);
      }
      expect(await trial.storedFiles()).toEqual(before);
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
    const before = await trial.storedFiles();
    const elsewhere = trial.over({});
    const files = await Promise.all(Array.from({ length: 10 }, () => trial.receive()));
    const receipts = await Promise.all(
      files.map((file, i) =>
        (i % 2 === 0 ? trial.documents : elsewhere).upload({ ...kyc, customerId }, file, context),
      ),
    );
    const ids = new Set(receipts.map(({ document }) => document.id));
    expect(ids.size).toBe(1);
    for (const receipt of receipts) await trial.shown(receipt);
    trial.setTime(new Date(Date.now() + 25 * 3_600_000));
    await trial.documents.sweep();
    expect(await trial.storedFiles()).toHaveLength(before.length + 1);
    const { content } = await trial.documents.open([...ids][0] ?? 0);
    expect(await bytesOf(content)).toEqual(samplePdf());
  });

  it('keeps its file when nobody knows whether it was entered', async () => {
    const { append } = trial.platform.eventLog;
    const away = () => Promise.reject(unavailable('The event store'));
    const file = await trial.receive();
    const input = { ...kyc, customerId };
    const lost = trial.over({ append: away });
    await expect(lost.upload(input, file, by())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await trial.fileStore.has(file.fileKey)).toBe(true);
    const late = trial.over({
      append: async (...order) => {
        await append(...order);
        return away();
      },
    });
    const { document } = await late.upload(input, file, by());
    expect(await bytesOf((await trial.documents.open(document.id)).content)).toEqual(samplePdf());
  });
});
