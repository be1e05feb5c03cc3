import { createHash } from 'node:crypto';
import { LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { arriving, bytesOf, openDocumentFixture } from './testing/documentFixture.js';
import { SAMPLE_FILES, sampleDocx, samplePdf } from './testing/sampleFiles.js';

const fixture = testFixture(openDocumentFixture);
let customerId: number;

beforeAll(async () => {
  customerId = await fixture.customer('Lakshmi Nair');
});

const refused = (code: string, field?: string) =>
  field ? { kind: 'invalid', fields: [{ field, code }] } : { code };
const pdfOf = (bytes: number): Buffer => {
  const pdf = samplePdf();
  return Buffer.concat([
    pdf.subarray(0, 9),
    Buffer.alloc(bytes - pdf.length, '%'),
    pdf.subarray(9),
  ]);
};

const kycOf = async (holder: number): Promise<number> =>
  (await fixture.upload({ customerId: holder })).record.id;
const verifiedOn = (documentId: number) => ({ kycStatus: 'verified', documentId }) as const;

describe('uploading a document', () => {
  it.each(Object.entries(SAMPLE_FILES))('gives a %s back as it was', async (kind, bytes) => {
    const { record: document, repeated } = await fixture.upload(
      { customerId },
      { fileName: `C:\\scans\\Aadhaar.${kind}`, bytes },
    );
    expect(repeated).toBe(false);
    expect(document).toMatchObject({
      customerId,
      documentType: 'kyc',
      policyId: null,
      policyType: null,
      fileName: `Aadhaar.${kind}`,
      fileSize: bytes.length,
      filePath: `/api/documents/${document.id}/download`,
      uploadedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
    expect(await fixture.documents.find(document.id)).toEqual(document);
    const opened = await fixture.documents.open(document.id);
    expect(opened.document).toEqual(document);
    expect(await bytesOf(opened.content)).toEqual(bytes);
  });

  it('takes 10 MB and not a byte more', async () => {
    const largest = pdfOf(LARGEST_FILE);
    const { record: document } = await fixture.upload({ customerId }, { bytes: largest });
    const { content } = await fixture.documents.open(document.id);
    expect((await bytesOf(content)).equals(largest)).toBe(true);
    const before = await fixture.storedFiles();
    await expect(fixture.receive('big.pdf', pdfOf(LARGEST_FILE + 1))).rejects.toMatchObject({
      kind: 'too-large',
      fields: [{ field: 'file', code: 'file-too-large' }],
    });
    expect(await fixture.storedFiles()).toEqual(before);
  });

  it('is answered as at first when it is repeated, and keeps one file', async () => {
    const context = by();
    const before = (await fixture.storedFiles()).length;
    const first = await fixture.upload({ customerId }, { context });
    const again = await fixture.upload({ customerId }, { context });
    expect(again).toEqual({ ...first, repeated: true });
    expect(await fixture.storedFiles()).toHaveLength(before + 1);
    expect(await bytesOf((await fixture.documents.open(first.record.id)).content)).toEqual(
      samplePdf(),
    );
  });

  it('makes one document of ten that arrive together under one command', async () => {
    const context = by();
    const before = (await fixture.storedFiles()).length;
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => fixture.upload({ customerId }, { context })),
    );
    expect(new Set(ten.map(({ record: document }) => document.id)).size).toBe(1);
    expect(ten.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await fixture.storedFiles()).toHaveLength(before + 1);
  });

  it('refuses a command that was another upload, and keeps the first', async () => {
    const context = by();
    const { record: document } = await fixture.upload({ customerId }, { context });
    const before = await fixture.storedFiles();
    const reused = refused('idempotency-key-reused');
    const others = [
      [{ customerId }, { bytes: samplePdf('Another') }],
      [{ customerId }, { fileName: 'Another.pdf' }],
      [{ customerId, documentType: 'claim_document' }, {}],
    ] as const;
    for (const [fields, file] of others) {
      await expect(fixture.upload(fields, { context, ...file })).rejects.toMatchObject(reused);
    }
    expect((await fixture.storedFiles()).sort()).toEqual(before.sort());
    expect(await bytesOf((await fixture.documents.open(document.id)).content)).toEqual(samplePdf());
  });
});

describe('a file that the customer has already', () => {
  const warned = (fileName: string) => [
    {
      field: 'file',
      code: 'file-duplicate',
      message: `This file was already uploaded on 01/04/2026 as “${fileName}”.`,
    },
  ];
  const bytes = samplePdf('Twice');
  const upload = async (holder: number, fileName: string, more = {}) => {
    const sent = { fileName, bytes, ...more };
    const { record: document, repeated } = await fixture.upload({ customerId: holder }, sent);
    const sha256 = createHash('sha256').update(sent.bytes).digest('hex');
    const warnings = await fixture.documents.warningsOf(document, { sha256 });
    return { document, repeated, warnings };
  };

  it('is taken, and the first document is named, under whatever name it came again', async () => {
    const holder = await fixture.customer('Twice');
    const first = await upload(holder, 'Aadhaar.pdf');
    expect(first.warnings).toEqual([]);
    const { document } = first;
    for (const fileName of ['Aadhaar.pdf', 'Scan (1).pdf']) {
      const again = await upload(holder, fileName);
      expect(again.document.id).not.toBe(document.id);
      expect(again.warnings).toEqual(warned('Aadhaar.pdf'));
    }
  });

  it('is not told from another one by its size or its name', async () => {
    const holder = await fixture.customer('Alike');
    await upload(holder, 'Policy.pdf');
    const other = await upload(holder, 'Policy.pdf', { bytes: samplePdf('Alike') });
    expect(samplePdf('Alike')).toHaveLength(bytes.length);
    expect(other.warnings).toEqual([]);
  });

  it('is nobody else’s, nor that of a document that was deleted', async () => {
    const [holder, other] = [await fixture.customer('One'), await fixture.customer('Other')];
    const { document } = await upload(holder, 'a.pdf');
    expect((await upload(other, 'a.pdf')).warnings).toEqual([]);
    await fixture.projected(await fixture.documents.delete(document.id, by()));
    expect((await upload(holder, 'a.pdf')).warnings).toEqual([]);
  });

  it('is told to a retry as it was at first', async () => {
    const holder = await fixture.customer('Retrying');
    const [first, second] = [by(), by()];
    await upload(holder, 'a.pdf', { context: first });
    await upload(holder, 'b.pdf', { context: second });
    expect(await upload(holder, 'a.pdf', { context: first })).toMatchObject({
      repeated: true,
      warnings: [],
    });
    expect(await upload(holder, 'b.pdf', { context: second })).toMatchObject({
      repeated: true,
      warnings: warned('a.pdf'),
    });
  });
});

describe('a file that is refused', () => {
  it('leaves nothing in the store', async () => {
    const before = await fixture.storedFiles();
    const docx = sampleDocx();
    await expect(fixture.receive('a.pdf', Buffer.from('<html>'))).rejects.toMatchObject(
      refused('file-kind', 'file'),
    );
    await expect(fixture.receive('a.docx', docx.subarray(0, 500))).rejects.toMatchObject(
      refused('file-damaged', 'file'),
    );
    await expect(fixture.receive('a.pdf', Buffer.alloc(0))).rejects.toMatchObject(
      refused('file-empty', 'file'),
    );
    const gone = new Error('The sender went away');
    async function* broken() {
      yield* arriving(pdfOf(300_000));
      throw gone;
    }
    await expect(fixture.documents.receive('a.pdf', broken())).rejects.toBe(gone);
    expect(await fixture.storedFiles()).toEqual(before);
  });

  it('is removed when the sender gives it up', async () => {
    const file = await fixture.receive();
    expect(await fixture.fileStore.has(file.fileKey)).toBe(true);
    await fixture.documents.discard(file);
    await fixture.documents.discard(file);
    expect(await fixture.fileStore.has(file.fileKey)).toBe(false);
  });
});

describe('to whom a document belongs', () => {
  const policyDocument = { documentType: 'policy_document' };

  it('may be a policy, whose kind it takes', async () => {
    const policyId = await fixture.policy('health', customerId);
    const { record: document } = await fixture.upload({ ...policyDocument, customerId, policyId });
    expect(document).toMatchObject({ policyId, policyType: 'health' });
    const own = { ...policyDocument, customerId, policyType: 'vehicle' };
    expect((await fixture.upload(own)).record).toMatchObject({
      policyId: null,
      policyType: 'vehicle',
    });
  });

  it('is refused where it does not fit, and the file is removed', async () => {
    const other = await fixture.customer('Someone Else');
    const policyId = await fixture.policy('vehicle', other);
    const goneId = await fixture.customer('Gone Soon');
    await fixture.customers.delete(goneId, by());
    const nobodyId = await fixture.customer('Erased Soon');
    await fixture.platform.vault.destroyKey(`customer-${nobodyId}`);
    const before = await fixture.storedFiles();
    const cases = [
      [{ customerId: 99_999 }, 'customer-unknown', 'customerId'],
      [{ customerId: goneId }, 'customer-unknown', 'customerId'],
      [{ customerId: nobodyId }, 'customer-erased', 'customerId'],
      [{ ...policyDocument, customerId, policyId: 99_999 }, 'policy-unknown', 'policyId'],
      [{ ...policyDocument, customerId, policyId }, 'policy-customer-mismatch', 'policyId'],
      [
        { ...policyDocument, customerId: other, policyId, policyType: 'health' },
        'policy-type-differs',
        'policyType',
      ],
    ] as const;
    for (const [fields, code, field] of cases) {
      await expect(fixture.upload(fields)).rejects.toMatchObject(refused(code, field));
    }
    expect(await fixture.storedFiles()).toEqual(before);
  });

  it('is asked once: a retry is answered after the customer was deleted', async () => {
    const id = await fixture.customer('Short Stay');
    const context = by();
    const { record: document } = await fixture.upload({ customerId: id }, { context });
    await fixture.customers.delete(id, by());
    expect(await fixture.upload({ customerId: id }, { context })).toMatchObject({
      record: document,
      repeated: true,
    });
  });

  it('tells a KYC document of a customer from others', async () => {
    const kyc = (await fixture.upload({ customerId })).record.id;
    const claim = await fixture.upload({ customerId, documentType: 'claim_document' });
    expect(await fixture.documents.isKycOf(kyc, customerId)).toBe(true);
    expect(await fixture.documents.isKycOf(kyc, customerId + 1)).toBe(false);
    expect(await fixture.documents.isKycOf(claim.record.id, customerId)).toBe(false);
    expect(await fixture.documents.isKycOf(99_999, customerId)).toBe(false);
    await fixture.documents.delete(kyc, by());
    expect(await fixture.documents.isKycOf(kyc, customerId)).toBe(false);
  });
});

describe('deleting a document', () => {
  it('takes it out of the lists, and keeps its history and its file', async () => {
    const { record: document } = await fixture.upload({ customerId });
    const before = await fixture.storedFiles();
    const context = by();
    const deleted = await fixture.projected(await fixture.documents.delete(document.id, context));
    expect(await fixture.documents.delete(document.id, context)).toEqual({
      ...deleted,
      repeated: true,
    });
    expect(await fixture.documents.find(document.id)).toBeNull();
    const unknown = refused('document-not-found');
    await expect(fixture.documents.open(document.id)).rejects.toMatchObject(unknown);
    await expect(fixture.documents.delete(document.id, by())).rejects.toMatchObject(unknown);
    expect((await fixture.documents.history(document.id)).map(({ summary }) => summary)).toEqual([
      'Document uploaded',
      'Document deleted',
    ]);
    await expect(fixture.documents.history(99_999)).rejects.toMatchObject(unknown);
    expect(await fixture.storedFiles()).toEqual(before);
  });

  it('is refused while a KYC status rests on it, and no more once it rests on another', async () => {
    const holder = await fixture.customer('Meera Pillai');
    const [first, second] = [await kycOf(holder), await kycOf(holder)];
    await fixture.customers.setKycStatus(holder, verifiedOn(first), by());
    await expect(fixture.documents.delete(first, by())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'kyc-document-in-use',
      message:
        'The KYC status of Meera Pillai is based on this document. Base it on another document first.',
    });
    await fixture.customers.setKycStatus(holder, verifiedOn(second), by());
    await fixture.documents.delete(first, by());
    await fixture.customers.delete(holder, by());
    await fixture.documents.delete(second, by());
  });

  it('leaves no KYC status on a document that goes at the same moment', async () => {
    for (let tried = 0; tried < 5; tried += 1) {
      const holder = await fixture.customer('Racing');
      const id = await kycOf(holder);
      const races = await Promise.allSettled([
        fixture.customers.setKycStatus(holder, verifiedOn(id), by()),
        fixture.documents.delete(id, by()),
      ]);
      expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const restsOn = (await fixture.customers.current(holder))?.kycDocumentId;
      expect(restsOn === id).toBe(await fixture.documents.isKycOf(id, holder));
    }
  });

  it('does not change what a retry of the KYC status is answered', async () => {
    const holder = await fixture.customer('Deepa Menon');
    const [first, second] = [await kycOf(holder), await kycOf(holder)];
    const context = by();
    const set = await fixture.customers.setKycStatus(holder, verifiedOn(first), context);
    const confirmed = by();
    await fixture.customers.setKycStatus(holder, verifiedOn(first), confirmed);
    await fixture.customers.setKycStatus(holder, verifiedOn(second), by());
    await fixture.documents.delete(first, by());
    for (const again of [context, confirmed]) {
      const { record: customer, repeated } = await fixture.customers.setKycStatus(
        holder,
        verifiedOn(first),
        again,
      );
      expect({ customer, repeated }).toEqual({ customer: set.record, repeated: true });
    }
  });
});

describe('opening a document', () => {
  it('says when its file is missing', async () => {
    const file = await fixture.receive();
    const input = { customerId, documentType: 'kyc', policyType: null, policyId: null } as const;
    const { record: document } = await fixture.documents.upload(input, file, by());
    await fixture.fileStore.remove(file.fileKey);
    await expect(fixture.documents.open(document.id)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'file-missing',
      message: expect.stringContaining('backup'),
    });
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['another one', Buffer.alloc(500, 1)],
  ])('says that its file is damaged when what is stored is %s', async (_, spoilt) => {
    const file = await fixture.receive();
    const input = { customerId, documentType: 'kyc', policyType: null, policyId: null } as const;
    const { record: document } = await fixture.documents.upload(input, file, by());
    await fixture.fileStore.remove(file.fileKey);
    await fixture.fileStore.put(file.fileKey, arriving(spoilt));
    const { content } = await fixture.documents.open(document.id);
    await expect(bytesOf(content)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'file-damaged',
      message:
        'The file of this document is damaged in the file store. Ask whoever runs InsureManager to restore it from a backup.',
    });
  });

  it('is over when the customer was erased', async () => {
    const erasedId = await fixture.customer('Forget Me');
    const about = { customerId: erasedId };
    const { record: document } = await fixture.upload(about, { fileName: 'Forget Me.pdf' });
    await fixture.platform.vault.destroyKey(`customer-${erasedId}`);
    await expect(fixture.documents.open(document.id)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'document-erased',
    });
    expect(JSON.stringify(await fixture.documents.history(document.id))).not.toContain('Forget');
  });
});
