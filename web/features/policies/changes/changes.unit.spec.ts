import { describe, expect, it } from 'vitest';
import { aCarPolicy, aHealthPolicy } from '../../../records/policies/testing/policies';
import { cancellationFieldsOf, cancellationFormOf, cancellationSchema } from './cancellation';
import { endorsementFormOf, endorsementOf, endorsementSchema, shownChanges } from './endorsement';
import { breakBefore, renewalFormOf, renewalOf, renewalSchema } from './renewal';

const TODAY = '2026-11-21';

describe('the next term', () => {
  it('is the same again, for the year after the end', () =>
    expect(renewalFormOf(aHealthPolicy())).toMatchObject({
      policyNumber: 'HL/2026/1',
      premiumAmount: '12,500.50',
      startDate: '01/04/2027',
      endDate: '31/03/2028',
    }));

  it.each([
    ['2099-12-31', '31/12/2099'],
    ['2020-12-31', ''],
    [null, ''],
  ])('carries third-party cover until %s over while it runs on', (thirdPartyEndDate, shown) => {
    expect(renewalFormOf({ ...aCarPolicy(), thirdPartyEndDate })).toMatchObject({
      thirdPartyEndDate: shown,
    });
  });

  it('is sent without customer and status', () => {
    const renewal = renewalOf('vehicle', renewalFormOf(aCarPolicy()));
    expect(renewal).toMatchObject({
      policyNumber: 'MO/77',
      premiumAmount: '9,029.95',
      startDate: '01/04/2027',
    });
    expect(Object.keys(renewal)).not.toEqual(expect.arrayContaining(['customerId', 'status']));
  });

  it('starts after this one ends', () => {
    const early = { ...renewalFormOf(aHealthPolicy()), startDate: '31/03/2027' };
    expect(renewalSchema(aHealthPolicy()).safeParse(early).error?.issues).toMatchObject([
      { message: 'The new term must start after this one ends, on 31/03/2027' },
    ]);
  });

  it('warns of days without cover', () => {
    const after = (startDate: string) =>
      breakBefore(aCarPolicy(), { ...renewalFormOf(aCarPolicy()), startDate });
    expect(after('01/04/2027')).toBeNull();
    expect(after('03/04/2027')).toMatch(/^2 days without cover/);
  });
});

describe('an endorsement', () => {
  const form = endorsementFormOf(aCarPolicy(), TODAY);
  const parse = (values: object) =>
    endorsementSchema(aCarPolicy()).safeParse({ ...form, ...values });

  it('begins today, as far as the term goes', () => {
    expect(form.effectiveFrom).toBe('21/11/2026');
    expect(endorsementFormOf(aCarPolicy(), '2028-01-01').effectiveFrom).toBe('31/03/2027');
  });

  it('sends only what changes, and shows it before and after', () => {
    const changed = {
      ...form,
      reason: 'New tyres',
      sumAssured: '₹7,00,000',
      premiumAmount: '9029.95',
    };
    expect(parse(changed).success).toBe(true);
    expect(endorsementOf(aCarPolicy(), changed)).toEqual({
      effectiveFrom: '21/11/2026',
      reason: 'New tyres',
      changes: { sumAssured: '₹7,00,000' },
    });
    expect(shownChanges(aCarPolicy(), changed)).toEqual([
      { field: 'sumAssured', before: '₹6,50,000', after: '₹7,00,000' },
    ]);
  });

  it('needs a reason, a day of the term and valid fields, each told at its field', () => {
    const faults = (values: object) => parse(values).error?.issues.map(({ path }) => path.join());
    expect(faults({})).toEqual(['reason']);
    expect(faults({ reason: 'x', effectiveFrom: '01/01/2020' })).toEqual(['effectiveFrom']);
    expect(faults({ reason: 'x', premiumAmount: 'free' })).toEqual(['premiumAmount']);
    expect(faults({ reason: 'x', endDate: '01/01/2020' })).toContain('endDate');
  });
});

describe('a cancellation', () => {
  const form = cancellationFormOf(aHealthPolicy(), TODAY);
  const parse = (values: object) =>
    cancellationSchema(aHealthPolicy()).safeParse({ ...form, ...values });

  it('needs a reason and a day of the term', () => {
    expect(parse({ reason: 'duplicate' }).data).toEqual({
      cancelledOn: TODAY,
      reason: 'duplicate',
      note: null,
    });
    expect(parse({}).success).toBe(false);
    expect(parse({ reason: 'other', cancelledOn: '01/04/2027' }).success).toBe(false);
    expect(parse({ reason: 'other', cancelledOn: '' }).success).toBe(false);
  });

  it('is for a sold vehicle only where there is one', () => {
    expect(cancellationFieldsOf('vehicle').reason?.options).toContain('sold_vehicle');
    expect(cancellationFieldsOf('health').reason?.options).not.toContain('sold_vehicle');
  });
});
