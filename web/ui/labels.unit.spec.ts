import { KYC_STATUSES } from '@insuremanager/contracts/customers/kycStatuses';
import { DOCUMENT_TYPES, FILE_KINDS } from '@insuremanager/contracts/documents/documentKinds';
import {
  CANCELLATION_REASONS,
  COVER_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { expect, it } from 'vitest';
import { labelOf } from './labels';

it.each([
  [KYC_STATUSES, 'Pending, Verified, Rejected'],
  [VEHICLE_TYPES, 'Car, Bike, Truck, Bus, Other'],
  [COVER_TYPES, 'Comprehensive, Third party, Own damage'],
  [PREMIUM_FREQUENCIES, 'Monthly, Quarterly, Half-yearly, Yearly'],
  [DOCUMENT_TYPES, 'KYC, Policy document, Claim document'],
  [FILE_KINDS, 'PDF, JPG, PNG, DOC, DOCX'],
  [
    CANCELLATION_REASONS,
    'Customer’s request, Premium not paid, Vehicle sold, Entered twice, By the insurer, Other',
  ],
])('%j read as they are said', (words, read) => expect(words.map(labelOf).join(', ')).toBe(read));

it('what a history has put in words already stays so', () => {
  for (const text of ['KYC', 'Policy document', 'Half-yearly', '(erased)']) {
    expect(labelOf(text)).toBe(text);
  }
});
