import { QuotationChanged } from '@insuremanager/contracts/quotations/quotationEvents';
import {
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import type { GstRate } from '@insuremanager/contracts/rules/gst';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, it } from 'vitest';
import type { EmailOutcome } from './quotation.js';
import { type QuotationCommand, quotationDecider } from './quotation.js';
import {
  accepted,
  CUSTOMER,
  carOffer,
  carParticulars,
  converted,
  created,
  createdForCar,
  createdForNobody,
  deleted,
  EMAIL,
  emailed,
  emailFailed,
  emailRequested,
  madeOutTo,
  OTHER,
  offer,
  POLICY,
  type particulars,
  QUOTATION,
  statusSet,
} from './testing/sampleQuotation.js';

const { given } = scenario(quotationDecider);

/** As the form sends it. */
const typed = {
  customerId: CUSTOMER,
  insuranceType: 'Health',
  policyType: 'Family',
  insuranceCompany: ' Star   Health ',
  sumAssured: '5,00,000',
  premiumAmount: '₹12,500.50',
  serviceCharges: '500',
  notes: 'Covers two',
};
const create = (
  fields: object = {},
  today = '2026-04-01',
  gstRates: readonly GstRate[] = [],
): QuotationCommand => ({
  type: 'CreateQuotation',
  id: QUOTATION,
  number: 'QT-2026-27-1',
  input: QuotationInputSchema.parse({ ...typed, ...fields }),
  today,
  gstRates,
});
const update = (
  fields: object,
  today = '2026-05-01',
  deletedCustomerId: number | null = null,
): QuotationCommand => ({
  type: 'UpdateQuotation',
  id: QUOTATION,
  patch: QuotationPatchSchema.parse(fields),
  today,
  gstRates: [],
  deletedCustomerId,
});
const requestEmail = (pdfVersion = 0): QuotationCommand => ({
  type: 'RequestEmail',
  id: QUOTATION,
  email: { id: EMAIL, ...letter, fileKey: 'quotations/7/0-abc', pdfVersion },
});
const recordEmail = (outcome: EmailOutcome): QuotationCommand => ({
  type: 'RecordEmail',
  id: QUOTATION,
  emailId: EMAIL,
  outcome,
});
const linkPolicy = (customerId: number | null = CUSTOMER): QuotationCommand => ({
  type: 'LinkPolicy',
  id: QUOTATION,
  policy: { id: POLICY, kind: 'health', customerId },
});
const remove: QuotationCommand = { type: 'DeleteQuotation', id: QUOTATION };

const letter = { to: 'anitha@example.in', message: null };
const requested = emailRequested(letter);
const changed = (
  change: object,
  personal: Partial<typeof particulars> = {},
  customerId = CUSTOMER,
) =>
  QuotationChanged({
    quotationId: QUOTATION,
    customerId,
    fields: [...Object.keys(change), ...Object.keys(personal)] as [],
    offer: change,
    personal,
  });

describe('making a quotation', () => {
  it('keeps its fields in their normal form', () => given().when(create()).then(created()));

  it('needs a customer only, and begins as pending health cover that stands 30 days', () =>
    given()
      .when({
        ...create(),
        input: QuotationInputSchema.parse({ customerId: CUSTOMER, totalAmount: '99' }),
      } as QuotationCommand)
      .then(
        created(
          {
            policyType: null,
            insuranceCompany: null,
            sumAssured: 0,
            premiumAmount: 0,
            serviceCharges: 0,
          },
          { personal: { vehicleNumber: null, notes: null } },
        ),
      ));

  it('drops what the other type of insurance has', () => {
    const everything = { vehicleType: 'car', vehicleNumber: 'kl 07 ab 1234' };
    given().when(create(everything)).then(created());
    given()
      .when(create({ ...everything, insuranceType: 'vehicle', notes: '' }))
      .then(created(carOffer, { personal: carParticulars }));
  });

  it.each(QUOTATION_STATUSES)('may begin as %s', (status) =>
    given().when(create({ status })).then(created({}, { status })),
  );

  it.each([
    ['individual', '2025-09-21', 18],
    ['individual', '2025-09-22', 0],
    ['family', '2025-09-21', 18],
    ['family', '2025-09-22', 0],
    ['group', '2025-09-21', 18],
    ['group', '2025-09-22', 18],
    [null, '2025-09-21', 18],
    [null, '2025-09-22', 0],
  ] as const)('of %s health cover on %s includes %i %% of tax', (policyType, today, gstRate) =>
    given().when(create({ policyType }, today)).then(created({ policyType, gstRate })),
  );

  it.each(['2025-09-21', '2025-09-22'])('of a vehicle on %s includes 18 %% of tax', (today) =>
    given()
      .when(
        create(
          {
            insuranceType: 'vehicle',
            vehicleType: 'car',
            vehicleNumber: 'KL07AB1234',
            notes: null,
          },
          today,
        ),
      )
      .then(createdForCar),
  );

  it('includes the tax of the agency’s own rate, from its day on', () => {
    const rate: GstRate = { what: 'health-individual', from: '2027-04-01', percent: 5 };
    given()
      .when(create({}, '2027-04-01', [rate]))
      .then(created({ gstRate: 5 }));
    given()
      .when(create({}, '2027-03-31', [rate]))
      .then(created({ gstRate: 0 }));
  });

  it('happens once, also when it has been deleted since', () => {
    given(created()).when(create()).thenRefused('quotation-exists');
    given(created(), deleted).when(create()).thenRefused('quotation-exists');
  });
});

describe('changing a quotation', () => {
  it('records only what changed, what is personal apart', () =>
    given(created())
      .when(update({ ...typed, sumAssured: '600000', notes: 'Covers three' }))
      .then(changed({ sumAssured: 600_000_00 }, { notes: 'Covers three' })));

  it('writes nothing when nothing differs, also years later', () =>
    given(created({ gstRate: 18 }))
      .when(update({ ...typed, status: 'pending' }, '2029-01-01'))
      .thenNothing());

  it('clears the fields of the other type when the type changes, and is taxed as that', () => {
    given(created())
      .when(update({ insuranceType: 'vehicle', vehicleType: 'car', vehicleNumber: 'KL07AB1234' }))
      .then(
        changed(
          { insuranceType: 'vehicle', policyType: null, vehicleType: 'car', gstRate: 18 },
          { vehicleNumber: 'KL07AB1234' },
        ),
      );
    given(createdForCar)
      .when(update({ insuranceType: 'health' }))
      .then(
        changed(
          { insuranceType: 'health', vehicleType: null, gstRate: 0 },
          { vehicleNumber: null },
        ),
      );
  });

  it('drops fields of the other type when the type stays', () => {
    given(created())
      .when(update({ vehicleNumber: 'KL07AB1234', vehicleType: 'bus' }))
      .thenNothing();
    given(createdForCar)
      .when(update({ policyType: 'group' }))
      .thenNothing();
  });

  it.each([
    ['premiumAmount', { premiumAmount: '13000' }, { premiumAmount: 13_000_00, gstRate: 0 }],
    ['policyType', { policyType: 'individual' }, { policyType: 'individual', gstRate: 0 }],
  ])('of %s is taxed as on the day of the change', (_, fields, change) =>
    given(created({ gstRate: 18 }))
      .when(update(fields, '2025-09-22'))
      .then(changed(change)),
  );

  it('of anything else leaves the tax as it was quoted', () =>
    given(created({ gstRate: 18 }))
      .when(update({ serviceCharges: '0', insuranceCompany: '', validityDays: '45' }, '2025-09-22'))
      .then(changed({ insuranceCompany: null, serviceCharges: 0, validityDays: 45 })));

  it('may make it out to somebody else, whose key then seals it', () =>
    given(created())
      .when(update({ customerId: OTHER, sumAssured: '600000' }))
      .then(madeOutTo(OTHER, CUSTOMER), changed({ sumAssured: 600_000_00 }, {}, OTHER)));

  it.each(QUOTATION_STATUSES)('may set its status to %s, from whatever it was', (status) => {
    for (const from of QUOTATION_STATUSES) {
      const was = given(created({}, { status: from })).when(update({ status }));
      if (from === status) was.thenNothing();
      else was.then(statusSet(from, status));
    }
  });

  it('is refused once it became a policy, which the refusal names', () =>
    given(created(), accepted, converted)
      .when(update({ status: 'pending' }))
      .thenRefused('quotation-converted'));

  it('offers nothing more to a customer who was deleted', () => {
    const change = (fields: object) => update(fields, '2026-05-01', CUSTOMER);
    given(created())
      .when(change({ premiumAmount: '13000' }))
      .thenRefused('customer-deleted');
    given(created()).when(change(typed)).thenNothing();
    given(created())
      .when(change({ status: 'rejected' }))
      .then(statusSet('pending', 'rejected'));
    given(created())
      .when(change({ customerId: OTHER, sumAssured: '600000' }))
      .then(madeOutTo(OTHER, CUSTOMER), changed({ sumAssured: 600_000_00 }, {}, OTHER));
  });

  it('is refused when it is not there, or its customer was erased', () => {
    given().when(update({})).thenRefused('quotation-not-found');
    given(created(), deleted).when(update({})).thenRefused('quotation-not-found');
    given(createdForNobody)
      .when(update({ status: 'rejected' }))
      .thenRefused('customer-erased');
  });
});

describe('sending it by email', () => {
  it('is recorded before it is done', () => given(created()).when(requestEmail()).then(requested));

  it('is refused with a PDF of what it says no longer', () => {
    given(created(), accepted).when(requestEmail(0)).thenRefused('quotation-changed');
    given(created(), accepted, requested).when(requestEmail(1)).then(requested);
    given(created(), deleted).when(requestEmail()).thenRefused('quotation-not-found');
  });

  it.each(['refused', 'unreachable', 'overtaken'] as const)('may end as %s', (reason) => {
    given(created(), requested).when(recordEmail(reason)).then(emailFailed(reason));
    given(created(), requested, emailFailed(reason)).when(recordEmail(reason)).thenNothing();
    given(created(), requested, emailed).when(recordEmail(reason)).thenNothing();
  });

  it('may be sent, also at a later try, which stands', () => {
    given(created(), requested).when(recordEmail('sent')).then(emailed);
    const failed = emailFailed('unreachable');
    given(created(), requested, failed).when(recordEmail('sent')).then(emailed);
    given(created(), requested, failed, emailed).when(recordEmail('sent')).thenNothing();
  });

  it('may be given up for good after it could not be sent, and not the other way round', () => {
    const failed = emailFailed('unreachable');
    for (const reason of ['refused', 'overtaken'] as const) {
      const last = emailFailed(reason);
      given(created(), requested, failed).when(recordEmail(reason)).then(last);
      given(created(), requested, last).when(recordEmail('unreachable')).thenNothing();
    }
  });

  it('has an outcome also when it was deleted on the way', () =>
    given(created(), requested, deleted).when(recordEmail('sent')).then(emailed));

  it('has none when nobody requested it', () => {
    given().when(recordEmail('sent')).thenNothing();
    given(created()).when(recordEmail('sent')).thenNothing();
  });
});

describe('a quotation that became a policy', () => {
  it('says so once', () => {
    given(created(), accepted).when(linkPolicy()).then(converted);
    given(created(), accepted, converted).when(linkPolicy()).thenNothing();
    given().when(linkPolicy()).thenRefused('quotation-not-found');
  });

  it('is accepted again when somebody changed their mind while the policy was issued', () =>
    given(created(), accepted, statusSet('accepted', 'rejected'))
      .when(linkPolicy())
      .then(statusSet('rejected', 'accepted'), converted));

  it('goes back to whose policy it is', () => {
    const moved = given(created(), accepted, madeOutTo(OTHER, CUSTOMER));
    moved.when(linkPolicy()).then(madeOutTo(CUSTOMER, OTHER), converted);
    moved.when(linkPolicy(null)).then(converted);
    given(createdForNobody, accepted).when(linkPolicy(OTHER)).then(converted);
  });

  it('says so also when it was deleted on the way', () => {
    given(created(), accepted, deleted).when(linkPolicy()).then(converted);
    given(created(), accepted, deleted, converted).when(linkPolicy()).thenNothing();
  });
});

describe('deleting a quotation', () => {
  it('is possible in any state, once', () => {
    given(created()).when(remove).then(deleted);
    given(createdForNobody).when(remove).then(deleted);
    given(created(offer), accepted, converted).when(remove).then(deleted);
    given(created(), deleted).when(remove).thenRefused('quotation-not-found');
    given().when(remove).thenRefused('quotation-not-found');
  });
});
