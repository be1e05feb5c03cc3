import type {
  DocumentFilter,
  DocumentListRequest,
  DocumentView,
} from '@insuremanager/contracts/documents/documentViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { by, everyPage } from '../platform/testing/serviceFixture.js';
import { openDocumentFixture } from './testing/documentFixture.js';
import { SAMPLE_FILES, samplePdf } from './testing/sampleFiles.js';

const fixture = testFixture(openDocumentFixture);
let lakshmi: number;
let joseph: number;
let policyId: number;

beforeAll(async () => {
  lakshmi = await fixture.customer('Lakshmi Nair', {
    phone: '9876543210',
    email: 'lakshmi@example.com',
  });
  joseph = await fixture.customer('Joseph Kurian', { phone: '9847012345' });
  policyId = await fixture.policy('vehicle', joseph);
  const upload = (fields: object, fileName: string, kind: keyof typeof SAMPLE_FILES) =>
    fixture.upload(fields, { fileName, bytes: SAMPLE_FILES[kind] });
  await upload({ customerId: lakshmi }, 'Aadhaar front.jpg', 'jpg');
  await upload({ customerId: lakshmi }, 'aadhaar back.JPG', 'jpg');
  fixture.setTime('2026-04-01T18:29:59Z');
  await upload({ customerId: joseph }, 'പാൻ കാർഡ്.png', 'png');
  fixture.setTime('2026-04-01T18:30:00Z');
  const onPolicy = { customerId: joseph, documentType: 'policy_document', policyId };
  await upload(onPolicy, 'Policy_50%.pdf', 'pdf');
  const ofKind = { customerId: lakshmi, documentType: 'policy_document', policyType: 'health' };
  await upload(ofKind, 'Renewal notice.docx', 'docx');
  fixture.setTime('2026-04-03T06:00:00Z');
  await upload({ ...onPolicy, documentType: 'claim_document' }, 'Claim form.doc', 'doc');
  const gone = await upload({ customerId: joseph }, 'Gone.pdf', 'pdf');
  await fixture.projected(await fixture.documents.delete(gone.record.id, by()));
});

const BOTH_SIDES = ['aadhaar back.JPG', 'Aadhaar front.jpg'];
const JOSEPHS = ['Claim form.doc', 'Policy_50%.pdf', 'പാൻ കാർഡ്.png'];

const list = (filter: DocumentFilter, more: Partial<DocumentListRequest> = {}) =>
  fixture.documents.list({ filter, sort: 'name', direction: 'asc', limit: 50, ...more });
const namesOf = async (filter: DocumentFilter, more?: Partial<DocumentListRequest>) =>
  (await list(filter, more)).items.map(({ fileName }) => fileName);

describe('the list of documents', () => {
  it.each<[DocumentFilter, string[]]>([
    [{ documentTypes: ['claim_document'] }, ['Claim form.doc']],
    [
      { documentTypes: ['claim_document', 'policy_document'] },
      ['Claim form.doc', 'Policy_50%.pdf', 'Renewal notice.docx'],
    ],
    [{ fileKinds: ['jpg'] }, BOTH_SIDES],
    [{ fileKinds: ['doc', 'png'] }, ['Claim form.doc', 'പാൻ കാർഡ്.png']],
    [{ policyType: 'health' }, ['Renewal notice.docx']],
    [{ policyType: 'vehicle', documentTypes: ['policy_document'] }, ['Policy_50%.pdf']],
    [{ uploadedTo: '2026-04-01' }, [...BOTH_SIDES, 'പാൻ കാർഡ്.png']],
    [
      { uploadedFrom: '2026-04-02', uploadedTo: '2026-04-02' },
      ['Policy_50%.pdf', 'Renewal notice.docx'],
    ],
    [{ uploadedFrom: '2026-04-03' }, ['Claim form.doc']],
    [{ search: 'aadhaar' }, BOTH_SIDES],
    [{ search: 'BACK  aadh' }, ['aadhaar back.JPG']],
    [{ search: 'കാർഡ്' }, ['പാൻ കാർഡ്.png']],
    [{ search: '50%' }, ['Policy_50%.pdf']],
    [{ search: '_' }, []],
    [{ search: 'y_5' }, ['Policy_50%.pdf']],
    [{ search: 'joseph' }, JOSEPHS],
    [{ search: '98470 12345' }, JOSEPHS],
    [{ search: 'lakshmi@example' }, [...BOTH_SIDES, 'Renewal notice.docx']],
    [{ search: 'lakshmi', fileKinds: ['docx'] }, ['Renewal notice.docx']],
    [{ search: 'gone' }, []],
    [{ search: 'nobody' }, []],
  ])('%j', async (filter, names) => {
    expect(await namesOf(filter)).toEqual(names);
    expect(await fixture.documents.count(filter)).toEqual({ count: names.length, exact: true });
  });

  it('is narrowed to a customer and to a policy', async () => {
    expect(await namesOf({ customerId: joseph })).toEqual(JOSEPHS);
    expect(await namesOf({ policyId })).toEqual(['Claim form.doc', 'Policy_50%.pdf']);
    expect(await namesOf({ policyId, customerId: lakshmi })).toEqual([]);
  });

  it('shows everything when nothing is searched', async () => {
    expect(await namesOf({ search: '  ' })).toHaveLength(6);
    expect(await namesOf({ search: null, documentTypes: [], fileKinds: [] })).toHaveLength(6);
  });

  it.each<[DocumentListRequest['sort'], (document: DocumentView) => string | number]>([
    ['uploaded', ({ uploadedAt }) => uploadedAt],
    ['name', ({ fileName }) => fileName.toLowerCase()],
    ['size', ({ fileSize }) => fileSize],
  ])('is read page by page in the order of %s, both ways', async (sort, sortedBy) => {
    const searches = [null, 'joseph', 'aadhaar', 'a'];
    const orders = (['asc', 'desc'] as const).flatMap((direction) =>
      searches.map((search) => ({ direction, search })),
    );
    for (const { direction, search } of orders) {
      const whole = (await list({ search }, { sort, direction })).items;
      expect(whole.length).toBeGreaterThan(1);
      const paged = everyPage((cursor) => list({ search }, { sort, direction, limit: 1, cursor }));
      expect(await paged).toEqual(whole);
      const values = direction === 'asc' ? whole.map(sortedBy) : whole.map(sortedBy).reverse();
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
  });

  it('takes no cursor of another order', async () => {
    const { nextCursor } = await list({}, { limit: 2 });
    await expect(list({}, { sort: 'size', cursor: nextCursor })).rejects.toMatchObject({
      fields: [{ field: 'cursor', code: 'cursor-unknown' }],
    });
  });

  it('is counted on its cards', async () => {
    expect(await fixture.documents.cards()).toEqual({ total: 6, kyc: 3, policy: 2, claim: 1 });
  });

  it('shows once what is found by its own name and by its customer’s', async () => {
    const id = await fixture.customer('Meenakshi Menon');
    const names = ['Meenakshi Menon.pdf', 'PAN.pdf'];
    for (const fileName of names) {
      await fixture.upload({ customerId: id }, { fileName, bytes: samplePdf() });
    }
    for (const limit of [50, 1]) {
      expect(await namesOf({ search: 'meenakshi' }, { limit })).toEqual(names.slice(0, limit));
    }
    expect(await fixture.documents.count({ search: 'meenakshi' })).toEqual({
      count: 2,
      exact: true,
    });
  });

  it('follows a customer who gets another name', async () => {
    const id = await fixture.customer('Before Wedding');
    await fixture.upload({ customerId: id }, { fileName: 'Certificate.pdf', bytes: samplePdf() });
    await fixture.projected(await fixture.customers.update(id, { name: 'After Wedding' }, by()));
    expect(await namesOf({ search: 'before' })).toEqual([]);
    expect(await namesOf({ search: 'after wedd' })).toEqual(['Certificate.pdf']);
  });
});
