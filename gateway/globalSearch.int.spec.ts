import {
  call,
  type Json,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { SAMPLE_FILES } from '@insuremanager/services/documents/testing/sampleFiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from './testing/policyFixture.js';
import { sampleQuotationInput } from './testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from './testing/uploading.js';

let gateway: TestGateway;
let cookie: string;
let customerId: number;
let documentId: number;
let quotation: Json;

const post = async (path: string, body: object): Promise<Json> =>
  (await call(gateway.url, path, { method: 'POST', cookie, body })).json;
const searched = async (text: string): Promise<Json> =>
  (await call(gateway.url, `/api/search?q=${encodeURIComponent(text)}`, { cookie })).json;

const SEARCH = `query($query: String!) { search(query: $query) {
  documents { items { id fileName documentType customer { id name } } count exact }
  quotations { items { id quotationNumber insuranceCompany } count exact }
} }`;
const search = async (query: string): Promise<Json> => {
  const { data, errors } = await post('/graphql', { query: SEARCH, variables: { query } });
  expect(errors).toBeUndefined();
  return data?.search as Json;
};

beforeAll(async () => {
  gateway = await startTestGateway({ clock: testClock });
  cookie = await signIn(gateway.url);
  const person = await post('/api/customers', { name: 'Asha Nair', phone: '9876543210' });
  customerId = Number(person.id);
  const parts = fieldParts({ customerId, documentType: 'kyc' });
  const form = formOf([...parts, filePart(SAMPLE_FILES.pdf, 'പാൻ കാർഡ് (new).pdf')]);
  documentId = Number((await (await sendForm(gateway.url, form, { cookie })).json()).id);
  quotation = await post('/api/quotations', sampleQuotationInput('vehicle', customerId));
});
afterAll(() => gateway?.stop());

describe('the search over everything', () => {
  it('finds documents by their file names, and says whose they are', async () => {
    const found = { id: documentId, fileName: 'പാൻ കാർഡ് (new).pdf', documentType: 'kyc' };
    const { documents, customers, counts } = await searched('(NEW)');
    expect(documents).toEqual([found]);
    expect(customers).toEqual([]);
    expect(counts).toMatchObject({ documents: { count: 1, exact: true } });
    expect(await search('കാർഡ്')).toEqual({
      documents: {
        items: [{ ...found, customer: { id: customerId, name: 'Asha Nair' } }],
        count: 1,
        exact: true,
      },
      quotations: { items: [], count: 0, exact: true },
    });
  });

  it('finds quotations by their numbers in any spelling', async () => {
    const { id, quotationNumber, insuranceCompany } = quotation;
    const number = String(quotationNumber);
    for (const query of [
      number,
      number.replaceAll('-', ''),
      number.slice(3),
      number.toLowerCase(),
    ]) {
      const { quotations, documents, counts } = await searched(query);
      expect(quotations, query).toEqual([{ id, quotationNumber, insuranceCompany }]);
      expect(documents).toEqual([]);
      expect(counts).toMatchObject({ quotations: { count: 1, exact: true } });
      expect((await search(query)).quotations).toEqual({
        items: [{ id, quotationNumber, insuranceCompany }],
        count: 1,
        exact: true,
      });
    }
  });

  it('names nobody as the owner of the documents of a deleted customer', async () => {
    const path = `/api/customers/${customerId}`;
    expect((await call(gateway.url, path, { method: 'DELETE', cookie })).status).toBe(204);
    const { documents } = await search('pdf');
    expect(documents).toMatchObject({ items: [{ id: documentId, customer: null }] });
  });
});
