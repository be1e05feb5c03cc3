import {
  QuotationInputSchema,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { describe, expect, it } from 'vitest';
import { asLeft } from '../../ui/record/fieldTyping';
import { policyFormFrom } from './conversion';
import {
  emptyForm,
  QUOTATION_FORM,
  type QuotationFormValues,
  reckoningOf,
  warningsOf,
} from './quotationForm';
import { aCarQuotation, aQuotation } from './testing/quotations';

const { rules, inputOf, changesOf } = QUOTATION_FORM;
const { formOf } = rules;
const NOW = new Date('2026-11-21T12:00:00Z');

describe('a new quotation', () => {
  it('is sent as it was typed, without what the other type has', () => {
    const values = {
      ...emptyForm(7),
      insuranceType: 'vehicle',
      vehicleNumber: 'kl 07-ab 1234',
      premiumAmount: '₹12,500.50',
      insuranceCompany: '  ',
    };
    expect(inputOf(values)).toEqual({
      customerId: 7,
      insuranceType: 'vehicle',
      policyType: null,
      vehicleType: 'car',
      vehicleNumber: 'kl 07-ab 1234',
      insuranceCompany: null,
      sumAssured: '0',
      premiumAmount: '₹12,500.50',
      serviceCharges: '0',
      validityDays: '30',
      status: 'pending',
      notes: null,
    });
  });

  it('needs a customer', () => {
    const { error } = QuotationInputSchema.safeParse(emptyForm());
    expect(error?.issues).toMatchObject([
      { path: ['customerId'], message: 'Customer is required' },
    ]);
  });
});

describe('the form of a quotation', () => {
  it('comes back as no change', () => {
    for (const quotation of [aQuotation(), aCarQuotation({ notes: 'Cashless' })]) {
      expect(changesOf(quotation, formOf(quotation))).toEqual({});
    }
  });

  it('sends only what differs, not what is only written in another way', () => {
    const values = {
      ...formOf(aCarQuotation()),
      premiumAmount: '₹12500.50',
      serviceCharges: '',
      insuranceCompany: '',
    };
    expect(changesOf(aCarQuotation(), values)).toEqual({
      serviceCharges: null,
      insuranceCompany: null,
    });
  });

  it('writes amounts and plates as they are written here', () => {
    expect(asLeft(quotationFields.serviceCharges, '1234567')).toBe('12,34,567');
    expect(asLeft(quotationFields.vehicleNumber, 'kl07ab1234')).toBe('KL 07 AB 1234');
    expect(asLeft(quotationFields.premiumAmount, 'a lot')).toBe('a lot');
  });
});

describe('what follows from what is typed', () => {
  const reckoned = (typed: Partial<QuotationFormValues>) =>
    reckoningOf({ ...emptyForm(7), ...typed }, null, NOW, []);

  it('is the total, in which what is no amount counts as nothing', () => {
    expect(reckoned({ premiumAmount: '12,500.50', serviceCharges: '250' }).total).toBe(1275050);
    expect(reckoned({ premiumAmount: 'a lot', serviceCharges: '250' }).total).toBe(25000);
    expect(reckoned({ premiumAmount: '', serviceCharges: '-5' }).total).toBe(0);
  });

  it('is the tax in the premium, by what is insured', () => {
    const premium = { premiumAmount: '11800' };
    expect(reckoned({ ...premium, insuranceType: 'vehicle' })).toMatchObject({
      gstRate: 18,
      gst: 180000,
    });
    expect(reckoned({ ...premium, policyType: 'group' })).toMatchObject({ gstRate: 18 });
    expect(reckoned({ ...premium, policyType: 'family' })).toMatchObject({ gstRate: 0, gst: 0 });
  });

  it('is taxed as it was when it was quoted, until the premium is quoted anew', () => {
    const quotation = aQuotation({ gstRate: 18 });
    const values = { ...formOf(quotation), serviceCharges: '900', policyType: 'family' };
    expect(reckoningOf(values, quotation, NOW, []).gstRate).toBe(18);
    expect(reckoningOf({ ...values, premiumAmount: '12501' }, quotation, NOW, []).gstRate).toBe(0);
  });

  it('is the last day of validity, counted from the day on which it was made', () => {
    expect(reckoned({}).until).toBe('2026-12-21');
    expect(reckoned({ validityDays: '' }).until).toBe('2026-12-21');
    expect(reckoned({ validityDays: 'x' }).until).toBeNull();
    const quotation = aQuotation({ createdAt: '2026-01-01T06:00:00.000Z', validityDays: 10 });
    expect(reckoningOf(formOf(quotation), quotation, NOW, []).until).toBe('2026-01-11');
  });
});

describe('warnings beside the fields', () => {
  const warned = (typed: Partial<QuotationFormValues>) =>
    warningsOf({ ...formOf(aCarQuotation()), ...typed });

  it('are none for a quotation as it should be', () => expect(warned({})).toEqual({}));

  it('tell what looks wrong and is accepted', () =>
    expect(warned({ insuranceCompany: '', premiumAmount: '0', vehicleNumber: 'XX 1' })).toEqual({
      insuranceCompany: 'No insurance company is entered.',
      premiumAmount: 'The premium is zero.',
      vehicleNumber: expect.any(String),
    }));

  it('say nothing of what is not valid, nor compare with it', () =>
    expect(warned({ sumAssured: 'a lot', premiumAmount: '99999' })).toEqual({}));
});

describe('the policy that a quotation becomes', () => {
  it('is filled in with what was quoted', () =>
    expect(policyFormFrom(aCarQuotation(), '2026-11-21')).toMatchObject({
      customerId: '7',
      policyNumber: '',
      insuranceCompany: 'Star Health',
      vehicleType: 'car',
      vehicleNumber: 'KL 07 AB 1234',
      sumAssured: '5,00,000',
      premiumAmount: '12,500.50',
      startDate: '21/11/2026',
      endDate: '20/11/2027',
      status: 'active',
    }));

  it.each([
    ['is still valid', '2026-12-21'],
    ['is valid for the last day', '2026-11-21'],
    ['has been past its validity', '2026-10-01'],
  ])('starts today when the quotation %s, never before', (_when, validUntil) =>
    expect(policyFormFrom(aQuotation({ validUntil }), '2026-11-21')).toMatchObject({
      startDate: '21/11/2026',
      endDate: '20/11/2027',
    }),
  );

  it('takes what is usual where nothing was said', () =>
    expect(policyFormFrom(aQuotation({ policyType: null }), '2026-11-21').policyType).toBe(
      'individual',
    ));
});
