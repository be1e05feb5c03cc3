import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { customerWarnings } from '@insuremanager/contracts/customers/customerWarnings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoPerson } from './people.js';

const TODAY = '2026-04-01';
const numbers = fc.nat(50_000_000);
const crowd = Array.from({ length: 2000 }, (_, number) => CustomerInput.parse(demoPerson(number)));
const part = (holds: (person: CustomerInput) => boolean) =>
  crowd.filter(holds).length / crowd.length;

describe('the people of the demo', () => {
  it('are always the same', () =>
    fc.assert(
      fc.property(numbers, (n) => {
        expect(demoPerson(n)).toEqual(demoPerson(n));
      }),
    ));

  it('pass the form, and what looks wrong is at most one thing each', () =>
    fc.assert(
      fc.property(numbers, (n) => {
        const person = CustomerInput.parse(demoPerson(n));
        expect(customerWarnings(person, TODAY).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    ));

  it('are mostly in order, with a few that are not', () => {
    const doubtful = part((person) => customerWarnings(person, TODAY).length > 0);
    expect(doubtful).toBeGreaterThan(0.01);
    expect(doubtful).toBeLessThan(0.05);
  });

  it('have phone numbers of their own', () =>
    expect(new Set(crowd.map(({ phone }) => phone)).size).toBeGreaterThan(1990));

  it('are verified, pending or rejected as 60 to 25 to 15', () => {
    expect(part(({ kycStatus }) => kycStatus === 'verified')).toBeCloseTo(0.6, 1);
    expect(part(({ kycStatus }) => kycStatus === 'pending')).toBeCloseTo(0.25, 1);
    expect(part(({ kycStatus }) => kycStatus === 'rejected')).toBeCloseTo(0.15, 1);
  });

  it('include names in Malayalam and long ones', () => {
    expect(part(({ name }) => /\p{Script=Malayalam}/u.test(name))).toBeGreaterThan(0.01);
    expect(part(({ name }) => name.length > 50)).toBeGreaterThan(0.003);
  });
});
