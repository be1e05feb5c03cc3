import { PERMISSIONS, type Permission } from '@insuremanager/contracts/identity/permissions';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Json } from '@insuremanager/deploy/testing/testGateway';
import { SAMPLE_FILES } from '@insuremanager/services/documents/testing/sampleFiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from './testing/policyFixture.js';
import { sampleQuotationInput } from './testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from './testing/uploading.js';

const { fixture, gateway, send } = gatewayFixture({ clock: testClock });
let customerId: number;
let documentId: number;
let quotation: Json;

const post = async (path: string, body: object): Promise<Json> =>
  (await send('POST', path, { body })).json;
const searched = async (text: string): Promise<Json> =>
  (await send('GET', `/api/search?q=${encodeURIComponent(text)}`)).json;

const SEARCH = `query($query: String!) { search(query: $query) {
  healthPolicies { items { policyNumber customer { name } } count exact }
  vehiclePolicies { items { policyNumber insuranceCompany customer { name } } count exact }
  documents { items { id fileName documentType customer { id name } } count exact }
  quotations { items { id quotationNumber insuranceCompany } count exact }
} }`;
const search = async (query: string): Promise<Json> => {
  const { data, errors } = await post('/graphql', { query: SEARCH, variables: { query } });
  expect(errors).toBeUndefined();
  return data?.search as Json;
};

beforeAll(async () => {
  const person = await post('/api/customers', { name: 'Asha Nair', phone: '9876543210' });
  customerId = Number(person.id);
  const parts = fieldParts({ customerId, documentType: 'kyc' });
  const form = formOf([...parts, filePart(SAMPLE_FILES.pdf, 'പാൻ കാർഡ് (new).pdf')]);
  documentId = Number(
    (await (await sendForm(gateway.url, form, { cookie: fixture.cookie })).json()).id,
  );
  quotation = await post('/api/quotations', sampleQuotationInput('vehicle', customerId));
});

describe('the search over everything', () => {
  it('finds documents by their file names, and says whose they are', async () => {
    const found = { id: documentId, fileName: 'പാൻ കാർഡ് (new).pdf', documentType: 'kyc' };
    const { documents, customers, counts } = await searched('(NEW)');
    expect(documents).toEqual([found]);
    expect(customers).toEqual([]);
    expect(counts).toMatchObject({ documents: { count: 1, exact: true } });
    expect(await search('കാർഡ്')).toMatchObject({
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

  it('finds policies by the name of their customer, and under no name that is not theirs now', async () => {
    const add = (path: string, body: object) => post(path, body).then(({ id }) => Number(id));
    const person = await add('/api/customers', { name: 'Zubaida Rawther', phone: '9876500021' });
    for (const kind of ['health', 'vehicle'] as const) {
      const policyNumber = `ZR-${kind}`;
      await add(`/api/${kind}-policies`, {
        ...samplePolicyInput(kind, person, policyNumber),
        insuranceCompany: 'Malabar Mutual',
      });
    }
    const found = { customer: { name: 'Zubaida Rawther' } };
    for (const query of ['zubaida', 'rawther zub', '9876500021']) {
      expect(await search(query), query).toMatchObject({
        healthPolicies: { items: [{ policyNumber: 'ZR-health', ...found }], count: 1, exact: true },
        vehiclePolicies: {
          items: [{ policyNumber: 'ZR-vehicle', insuranceCompany: 'Malabar Mutual', ...found }],
          count: 1,
          exact: true,
        },
      });
    }
    const { healthPolicies, counts } = await searched('zubaida');
    expect(healthPolicies).toEqual([
      {
        id: expect.any(Number),
        policyNumber: 'ZR-health',
        insuranceCompany: 'Malabar Mutual',
        status: 'active',
      },
    ]);
    expect(counts).toMatchObject({ vehiclePolicies: { count: 1, exact: true } });
    // A few digits are a part of a number of their own, not of somebody's phone.
    expect((await search('65000')).healthPolicies).toMatchObject({ count: 0 });
    const listed = await send('GET', '/api/health-policies?search=rawther');
    expect(listed.json).toMatchObject([{ policyNumber: 'ZR-health' }]);

    const renamed = { name: 'Saira Banu' };
    await send('PUT', `/api/customers/${person}`, { body: renamed });
    expect(await search('zubaida')).toMatchObject({
      healthPolicies: { count: 0 },
      vehiclePolicies: { count: 0 },
    });
    expect(await search('saira')).toMatchObject({ healthPolicies: { count: 1 } });
  });

  it('tells nobody of records that they may not read, nor finds others by them', async () => {
    const add = (path: string, body: object) => post(path, body).then(({ id }) => Number(id));
    const person = await add('/api/customers', { name: 'Parvathi Menon', phone: '9876500031' });
    await add('/api/health-policies', samplePolicyInput('health', person, 'Parvathi-1'));
    await add('/api/vehicle-policies', samplePolicyInput('vehicle', person, 'PM-2'));
    const permissions: Record<Permission, readonly string[]> = PERMISSIONS;
    const { 'customers.read': readers } = permissions;
    try {
      permissions['customers.read'] = [];
      const { customers, counts } = await searched('parvathi');
      expect(customers).toEqual([]);
      expect(counts?.customers).toEqual({ count: 0, exact: true });
      expect(await search('parvathi')).toMatchObject({
        healthPolicies: { items: [{ policyNumber: 'Parvathi-1' }] },
        vehiclePolicies: { count: 0 },
      });
    } finally {
      permissions['customers.read'] = readers;
    }
    expect((await searched('parvathi')).counts).toMatchObject({
      customers: { count: 1 },
      vehiclePolicies: { count: 1 },
    });
  });

  it('names nobody as the owner of the documents of a deleted customer', async () => {
    const path = `/api/customers/${customerId}`;
    expect((await send('DELETE', path)).status).toBe(204);
    const { documents } = await search('pdf');
    expect(documents).toMatchObject({ items: [{ id: documentId, customer: null }] });
  });
});
