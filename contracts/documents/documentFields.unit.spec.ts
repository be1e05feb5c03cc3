import { describe, expect, it } from 'vitest';
import { DocumentInput } from './documentFields.js';
import { ACCEPTED_FILES, isShownInBrowser, kindOfMimeType } from './documentKinds.js';

const problemsOf = (input: object) =>
  DocumentInput.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]);

describe('what comes with a file', () => {
  it('is read as forms and programs send it', () => {
    expect(
      DocumentInput.parse({
        customerId: ' 12 ',
        documentType: 'Policy_Document',
        policyType: 'Health',
        policyId: '21',
      }),
    ).toEqual({
      customerId: 12,
      documentType: 'policy_document',
      policyType: 'health',
      policyId: 21,
    });
  });

  it('needs no policy', () => {
    const owner = { customerId: 12, documentType: 'kyc' };
    const belongsTo = { ...owner, policyType: null, policyId: null };
    expect(DocumentInput.parse(owner)).toEqual(belongsTo);
    expect(DocumentInput.parse({ ...owner, policyType: '', policyId: ' ' })).toEqual(belongsTo);
  });

  it('needs a customer and a type', () => {
    expect(problemsOf({ documentType: 'passport' })).toEqual([
      ['customerId', 'Please select a file and customer.'],
      ['documentType', 'Document type is one of: kyc, policy_document, claim_document'],
    ]);
    expect(problemsOf({ customerId: '0x1', documentType: 'kyc' })).toEqual([
      ['customerId', 'Please select a file and customer.'],
    ]);
  });

  it('may be for a claim, and be one of its checklist', () => {
    const bill = { customerId: 12, documentType: 'claim_document', requirement: 'hospital_bill' };
    const read = DocumentInput.parse({ ...bill, claimId: '7' });
    expect(read).toMatchObject({ claimId: 7, requirement: 'hospital_bill', policyId: null });
    expect(problemsOf(bill)).toEqual([['claimId', 'Choose the claim on whose checklist it is']]);
    expect(problemsOf({ ...bill, documentType: 'policy_document', claimId: 7 })).toEqual([
      ['claimId', 'Only a claim document belongs to a claim'],
    ]);
  });

  it('ties no KYC document to a policy', () => {
    const message = 'A KYC document belongs to the customer, not to a policy';
    const kyc = { customerId: 1, documentType: 'kyc' };
    expect(problemsOf({ ...kyc, policyId: 3 })).toEqual([['policyId', message]]);
    expect(problemsOf({ ...kyc, policyType: 'vehicle' })).toEqual([['policyType', message]]);
  });
});

describe('kinds of files', () => {
  it('are offered by their endings', () => {
    expect(ACCEPTED_FILES).toBe('.pdf,.jpg,.jpeg,.png,.doc,.docx');
  });

  it('are identified by their media types, and some of them are shown', () => {
    expect(kindOfMimeType('application/msword')).toBe('doc');
    expect(kindOfMimeType('text/html')).toBeNull();
    expect(isShownInBrowser('image/png')).toBe(true);
    expect(isShownInBrowser('application/msword')).toBe(false);
    expect(isShownInBrowser('text/html')).toBe(false);
  });
});
