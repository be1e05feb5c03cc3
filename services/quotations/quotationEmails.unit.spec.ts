import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { folded } from '../platform/commands/foldedStream.js';
import { quotationDecider } from './quotation.js';
import { isSuperseded } from './quotationEmails.js';
import {
  accepted,
  CUSTOMER,
  converted,
  created,
  createdForNobody,
  deleted,
  EMAIL,
  emailFailed,
  emailRequested,
  madeOutTo,
  OTHER,
} from './testing/sampleQuotation.js';

const requested = emailRequested({ to: 'anitha@example.in', message: null });
const another = { ...requested, data: { ...requested.data, emailId: 'another' } };
const isOld = (...events: QuotationEvent[]) =>
  isSuperseded(folded(quotationDecider, recorded(events)), EMAIL);

describe('an email that was requested', () => {
  it('is of what the quotation says, whatever was done before', () => {
    expect(isOld(created(), requested)).toBe(false);
    expect(isOld(created(), accepted, requested)).toBe(false);
    expect(isOld(created({}, { status: 'rejected' }), requested)).toBe(false);
    expect(isOld(created(), another, requested)).toBe(false);
  });

  it('may be tried again, also when the quotation became a policy', () => {
    expect(isOld(created(), requested, emailFailed('unreachable'))).toBe(false);
    expect(isOld(created(), accepted, requested, converted)).toBe(false);
  });

  it('is out of date once the quotation says something else, or is deleted', () => {
    expect(isOld(created(), requested, accepted)).toBe(true);
    expect(isOld(created(), requested, madeOutTo(OTHER, CUSTOMER))).toBe(true);
    expect(isOld(created(), requested, deleted)).toBe(true);
    expect(isOld(createdForNobody, emailRequested(null))).toBe(true);
  });

  it('is out of date once another one was requested', () =>
    expect(isOld(created(), requested, another)).toBe(true));
});
