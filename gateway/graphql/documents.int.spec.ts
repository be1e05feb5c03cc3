import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Json } from '@insuremanager/deploy/testing/testGateway';
import { SAMPLE_FILES } from '@insuremanager/services/documents/testing/sampleFiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const { fixture, gateway, send } = gatewayFixture({ clock: testClock });
let customerId: number;
let policyId: number;

const ask = async (query: string, variables: object = {}): Promise<Json> =>
  (await send('POST', '/graphql', { body: { query, variables } })).json;
const add = async (path: string, body: object): Promise<number> =>
  Number((await send('POST', `/api/${path}`, { body })).json.id);
const upload = async (kind: keyof typeof SAMPLE_FILES, fields: object = {}): Promise<number> => {
  const parts = fieldParts({ customerId, documentType: 'kyc', ...fields });
  const form = formOf([...parts, filePart(SAMPLE_FILES[kind], `the ${kind}.${kind}`)]);
  return Number((await (await sendForm(gateway.url, form, { cookie: fixture.cookie })).json()).id);
};

beforeAll(async () => {
  customerId = await add('customers', { name: 'Asha Nair', phone: '9876543210' });
  policyId = await add('health-policies', samplePolicyInput('health', customerId, 'H-1'));
});

const DOCUMENTS = `query Documents($filter: DocumentFilter, $first: Int, $after: String) {
  documents(filter: $filter, first: $first, after: $after, sort: name, direction: asc) {
    items {
      id documentType fileName filePath fileSize mimeType policyType uploadedAt version
      customer { id name } policy { id policyNumber customer { name } }
    }
    nextCursor
    count { count exact }
  }
  documentCards { total kyc policy claim }
}`;
const DELETE = `mutation Delete($id: Int!, $commandId: ID!, $expectedVersion: Int) {
  deleteDocument(id: $id, commandId: $commandId, expectedVersion: $expectedVersion) { id stale }
}`;
const KYC = `mutation Kyc($id: Int!, $kycStatus: KycStatus!, $documentId: Int, $commandId: ID!) {
  setKycStatus(id: $id, kycStatus: $kycStatus, documentId: $documentId, commandId: $commandId) {
    customer { kycStatus version } warnings { code } stale
  }
}`;

describe('documents', () => {
  it('are listed with whom and what they belong to, counted and paged', async () => {
    await upload('png');
    const pdf = await upload('pdf', { documentType: 'policy_document', policyId });
    await upload('docx', { documentType: 'claim_document', policyType: 'vehicle' });
    const { data, errors } = await ask(DOCUMENTS, { first: 2 });
    expect(errors).toBeUndefined();
    expect(data?.documents).toMatchObject({
      items: [
        { fileName: 'the docx.docx', policyType: 'vehicle', policy: null },
        {
          id: pdf,
          documentType: 'policy_document',
          fileName: 'the pdf.pdf',
          filePath: `/api/documents/${pdf}/download`,
          fileSize: SAMPLE_FILES.pdf.length,
          mimeType: 'application/pdf',
          policyType: 'health',
          version: 0,
          customer: { id: customerId, name: 'Asha Nair' },
          policy: { id: policyId, policyNumber: 'H-1', customer: { name: 'Asha Nair' } },
        },
      ],
      count: { count: 3, exact: true },
    });
    expect(data?.documentCards).toEqual({ total: 3, kyc: 1, policy: 1, claim: 1 });
    const next = await ask(DOCUMENTS, { first: 2, after: data?.documents?.nextCursor });
    expect(next.data?.documents).toMatchObject({
      items: [{ fileName: 'the png.png' }],
      nextCursor: null,
    });
  });

  it('are found one by one, with their history, and deleted once', async () => {
    const id = await upload('jpg');
    const find = `query Find($id: Int!) {
      document(id: $id) { fileName }
      documentHistory(id: $id) { type summary }
    }`;
    const found = await ask(find, { id });
    expect(found.data?.document).toEqual({ fileName: 'the jpg.jpg' });
    const variables = { id, commandId: randomUUID(), expectedVersion: 0 };
    const deleted = { data: { deleteDocument: { id, stale: false } } };
    expect(await ask(DELETE, variables)).toEqual(deleted);
    expect(await ask(DELETE, variables)).toEqual(deleted);
    const afterwards = await ask(find, { id });
    expect(afterwards.data?.document).toBeNull();
    expect(afterwards.data?.documentHistory).toMatchObject([
      { type: 'DocumentUploaded' },
      { type: 'DocumentDeleted' },
    ]);
  });

  it('refuse a deletion of what somebody else has changed, or that is not there', async () => {
    const id = await upload('jpg');
    const commandId = randomUUID();
    const stale = await ask(DELETE, { id, commandId, expectedVersion: 3 });
    expect(stale.errors).toMatchObject([{ extensions: { code: 'STALE_VERSION' } }]);
    const unknown = await ask(DELETE, { id: 999_999, commandId: randomUUID() });
    expect(unknown.errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND', problem: { code: 'document-not-found' } } },
    ]);
  });
});

describe('the KYC status', () => {
  it('is set with the document that it rests on, and refuses any other', async () => {
    const documentId = await upload('png');
    const set = await ask(KYC, {
      id: customerId,
      kycStatus: 'verified',
      documentId,
      commandId: randomUUID(),
    });
    expect(set.data?.setKycStatus).toMatchObject({
      customer: { kycStatus: 'verified' },
      warnings: [],
      stale: false,
    });
    const deleting = await ask(DELETE, { id: documentId, commandId: randomUUID() });
    expect(deleting.errors).toMatchObject([
      { extensions: { code: 'CONFLICT', problem: { code: 'kyc-document-in-use' } } },
    ]);
    const claim = await upload('pdf', { documentType: 'claim_document' });
    const refused = await ask(KYC, {
      id: customerId,
      kycStatus: 'rejected',
      documentId: claim,
      commandId: randomUUID(),
    });
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', problem: { fields: [{ field: 'documentId' }] } } },
    ]);
  });
});
