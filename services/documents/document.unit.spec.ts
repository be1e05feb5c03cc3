import {
  DocumentAttached,
  DocumentDeleted,
  DocumentUploaded,
} from '@insuremanager/contracts/documents/documentEvents';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type DocumentCommand, documentDecider } from './document.js';
import { documentHistory } from './documentHistory.js';

const { given } = scenario(documentDecider);

const facts = {
  documentId: 5,
  customerId: 12,
  documentType: 'policy_document',
  policyKind: 'health',
  policyId: 21,
  ...{ claimId: null, requirement: null },
  fileKey: 'documents/2026-04/one',
  fileSize: 1536,
  mimeType: 'application/pdf',
  activeContent: 'none',
} as const;
const secrets = { fileName: 'Policy.pdf', sha256: 'ab', contentKey: 'cd' };
const upload: DocumentCommand = { type: 'UploadDocument', ...facts, secrets };
const remove: DocumentCommand = { type: 'DeleteDocument', documentId: 5, kycOf: null };
const uploaded = DocumentUploaded({ ...facts, personal: secrets });
const deleted = DocumentDeleted({ documentId: 5 });

describe('uploading a document', () => {
  it('says what it is, and keeps how it is called and opened apart', () =>
    given().when(upload).then(uploaded));
  it('is done once', () => given(uploaded).when(upload).thenRefused('document-exists'));
});

describe('attaching a document to a policy', () => {
  const ofCustomer = DocumentUploaded({
    ...facts,
    ...{ policyKind: null, policyId: null, personal: secrets },
  });
  const attach: DocumentCommand = {
    ...{ type: 'AttachDocument', documentId: 5 },
    ...{ policyKind: 'vehicle', policyId: 33 },
  };
  const attached = DocumentAttached({ documentId: 5, policyKind: 'vehicle', policyId: 33 });

  it('makes it one of the policy', () => {
    given(ofCustomer).when(attach).then(attached);
    expect(given(ofCustomer, attached).state).toMatchObject({
      record: { policyKind: 'vehicle', policyId: 33 },
    });
  });
  it('is done once', () => given(ofCustomer, attached).when(attach).then());
  it('is refused when it belongs to another policy', () =>
    given(uploaded).when(attach).thenRefused('document-attached'));
  it('is refused of a KYC document', () =>
    given(
      DocumentUploaded({
        ...facts,
        ...{ documentType: 'kyc', policyKind: null, policyId: null, personal: secrets },
      }),
    )
      .when(attach)
      .thenRefused('document-kyc'));
  it('is refused when it is deleted', () =>
    given(ofCustomer, deleted).when(attach).thenRefused('document-not-found'));
  it('stands in its history', () =>
    expect(documentHistory(recorded([ofCustomer, attached])).at(-1)).toMatchObject({
      summary: 'Attached to a policy',
      changes: [
        { field: 'policyType', before: null, after: 'vehicle' },
        { field: 'policyId', before: null, after: '33' },
      ],
    }));
});

describe('deleting a document', () => {
  it('takes it out of the lists', () => given(uploaded).when(remove).then(deleted));
  it('is refused while a KYC status rests on it', () =>
    given(uploaded)
      .when({ ...remove, kycOf: 'Meera' })
      .thenRefused('kyc-document-in-use'));
  it('is refused when there is none', () => given().when(remove).thenRefused('document-not-found'));
  it('is refused when it is deleted', () =>
    given(uploaded, deleted).when(remove).thenRefused('document-not-found'));
});

describe('the state of a document', () => {
  it('keeps where its file is when it is deleted', () =>
    expect(given(uploaded, deleted).state).toMatchObject({
      phase: 'deleted',
      record: { id: 5, fileKey: facts.fileKey, secrets },
    }));
  it('has lost how it is opened when its person is erased', () =>
    expect(given(DocumentUploaded({ ...facts, personal: null })).state).toMatchObject({
      phase: 'existing',
      record: { secrets: null },
    }));
});

describe('the history of a document', () => {
  it('says what was uploaded, and that it was deleted', () => {
    const [first, second] = documentHistory(recorded([uploaded, deleted]));
    expect(first?.summary).toBe('Document uploaded');
    expect(first?.changes.map(({ label, after }) => `${label}: ${after}`)).toEqual([
      'Customer: 12',
      'Document type: Policy document',
      'Policy type: health',
      'Policy: 21',
      'File: Policy.pdf',
      'Size: 1.50 KB',
      'Kind: PDF',
    ]);
    expect(second).toMatchObject({ summary: 'Document deleted', changes: [] });
  });

  it('names nothing of a person who was erased', () => {
    const [first] = documentHistory(recorded([DocumentUploaded({ ...facts, personal: null })]));
    expect(first?.changes.find(({ field }) => field === 'fileName')?.after).toBe('(erased)');
  });
});
