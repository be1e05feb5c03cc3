import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  emptyForm,
  endAfterStart,
  formOf,
  inputOf,
  type PolicyFormValues,
  policyFormSchema,
  proposedForm,
  warningsOf,
} from './policyForm';
import { aCarPolicy, aHealthPolicy } from './testing/policies';

const TODAY = '2026-11-21';
const health: Partial<PolicyFormValues> = {
  policyNumber: ' HL/1 ',
  insuranceCompany: 'Star Health',
  sumAssured: '5,00,000',
  premiumAmount: '₹12,500.50',
  startDate: '01/04/2026',
  endDate: '31/03/2027',
};

describe('a new policy', () => {
  const filled = { ...emptyForm(12), ...health };

  it('is sent as it was typed, without the fields of the other kind', () =>
    expect(inputOf('health', filled)).toEqual({
      customerId: 12,
      policyNumber: ' HL/1 ',
      insuranceCompany: 'Star Health',
      policyType: 'individual',
      sumAssured: '5,00,000',
      premiumAmount: '₹12,500.50',
      premiumFrequency: 'yearly',
      startDate: '01/04/2026',
      endDate: '31/03/2027',
      status: 'active',
      ...{ nomineeName: null, nomineeRelation: null, nomineeBirthDate: null },
      ...{ appointeeName: null, appointeeRelation: null },
    }));

  it('is read by the gateway’s schema as by the form’s own', () => {
    for (const [kind, form] of [
      ['health', filled],
      ['vehicle', formOf(aCarPolicy())],
    ] as const) {
      const sent = policyInputOf(kind).parse(inputOf(kind, form));
      expect(sent).toEqual(policyFormSchema(kind).parse(form));
    }
  });

  it('is proposed for a year from today, by the insurer of the last one', () =>
    expect(proposedForm(12, TODAY, 'Star Health')).toMatchObject({
      customerId: '12',
      insuranceCompany: 'Star Health',
      startDate: '21/11/2026',
      endDate: '20/11/2027',
    }));

  it('needs a customer', () => {
    const { error } = policyFormSchema('health').safeParse({ ...filled, customerId: '' });
    expect(error?.issues).toMatchObject([
      { path: ['customerId'], message: 'Customer is required' },
    ]);
  });

  it('cannot end before it starts, which is told at its end', () => {
    const { error } = policyFormSchema('health').safeParse({ ...filled, endDate: '31/03/2026' });
    expect(error?.issues).toMatchObject([{ path: ['endDate'] }]);
  });
});

describe('the form of a policy', () => {
  it('shows amounts, days and plates as they are written here', () =>
    expect(formOf(aCarPolicy())).toMatchObject({
      sumAssured: '6,50,000',
      premiumAmount: '9,029.95',
      startDate: '01/04/2026',
      vehicleNumber: 'KL 07 AB 1234',
      vehicleYear: '2021',
      ncbPercent: '20',
      thirdPartyEndDate: '',
    }));

  it('comes back as no change', () => {
    for (const policy of [aCarPolicy(), aHealthPolicy()]) {
      expect(changesOf(policy, formOf(policy))).toEqual({});
    }
  });

  it('sends only what differs, and null for what was emptied', () => {
    const values = {
      ...formOf(aCarPolicy()),
      vehicleMake: '',
      premiumAmount: '9029.96',
      premiumFrequency: 'half-yearly',
      ncbPercent: '25',
    };
    expect(changesOf(aCarPolicy(), values)).toEqual({
      vehicleMake: null,
      premiumAmount: '9029.96',
      premiumFrequency: 'half_yearly',
      ncbPercent: '25',
    });
  });

  it('does not send what is only written in another way', () => {
    const values = {
      ...formOf(aCarPolicy()),
      sumAssured: ' Rs. 6,50,000/- ',
      premiumAmount: '₹9029.95',
      vehicleNumber: 'kl-07-ab-1234',
      startDate: '2026-04-01',
    };
    expect(changesOf(aCarPolicy(), values)).toEqual({});
  });
});

describe('warnings beside the fields', () => {
  const warned = (values: Partial<PolicyFormValues>) =>
    warningsOf('health', { ...emptyForm(12), ...health, ...values }, 'verified', TODAY);

  it('are none for a policy as it should be', () => expect(warned({})).toEqual({}));

  it('tell what looks wrong and is accepted', () =>
    expect(warned({ premiumAmount: '0', startDate: '01/04/2025', endDate: '31/03/2026' })).toEqual({
      premiumAmount: 'The premium is zero.',
      endDate: 'This term is over: the policy will be set to expired.',
    }));

  it('say nothing of what is not valid, nor compare with it', () =>
    expect(warned({ sumAssured: 'a lot', premiumAmount: '99999', endDate: '' })).toEqual({}));

  it('name a customer whose KYC is not verified', () => {
    const values = { ...emptyForm(12), ...health };
    expect(warningsOf('health', values, 'pending', TODAY)).toEqual({
      customerId: 'The KYC of this customer is not verified.',
    });
  });

  it('look at number plates of vehicles', () =>
    expect(
      warningsOf('vehicle', { ...formOf(aCarPolicy()), vehicleNumber: 'XX 1' }, null, TODAY),
    ).toHaveProperty('vehicleNumber'));
});

describe('choosing a start date', () => {
  const after = (before: Partial<PolicyFormValues>, start: string) =>
    endAfterStart({ ...emptyForm(), ...before }, start);

  it('proposes the end of a yearly term', () => {
    expect(after({}, '01/04/2026')).toBe('31/03/2027');
    expect(after({}, '29/02/2028')).toBe('28/02/2029');
  });

  it('takes its own proposal along, and leaves an end that somebody chose', () => {
    const proposed = { startDate: '01/04/2026', endDate: '31/03/2027' };
    expect(after(proposed, '02/04/2026')).toBe('01/04/2027');
    expect(after({ ...proposed, endDate: '31/03/2029' }, '02/04/2026')).toBe('31/03/2029');
  });

  it('waits until the date is whole', () => expect(after({}, '01/04/20')).toBe(''));
});
