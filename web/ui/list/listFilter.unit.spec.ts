import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { documentList } from '@insuremanager/contracts/documents/documentViews';
import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { describe, expect, it } from 'vitest';
import { addressOfFilter, filterErrors, filterIn, filterTags } from './listFilter';
import { sortingIn } from './sorting';

const LISTS = {
  customers: customerList,
  'health policies': policyListOf('health'),
  'vehicle policies': policyListOf('vehicle'),
  documents: documentList,
  quotations: quotationList,
} as Readonly<Record<string, ListDescription>>;
const listOf = (name: string) => LISTS[name] as ListDescription;

const filterAt = (name: string, address: string) =>
  filterIn(new URLSearchParams(address), listOf(name));

describe('the address of a list', () => {
  it.each([
    [
      'customers',
      'q=%20anil%20&kycStatus=pending,rejected&city=Kochi&addedFrom=2026-01-01&addedTo=2026-03-31',
      {
        search: 'anil',
        kycStatuses: ['pending', 'rejected'],
        city: 'Kochi',
        addedFrom: '2026-01-01',
        addedTo: '2026-03-31',
      },
    ],
    [
      'health policies',
      'q=star&expiringSoon=true&status=active,expired&policyType=family&insurer=Star+Health' +
        '&customerId=12&kycStatus=pending&endsFrom=2026-01-01&endsTo=2026-03-31' +
        '&premiumFrom=1000&premiumTo=5000.50',
      {
        search: 'star',
        expiringSoon: true,
        statuses: ['active', 'expired'],
        policyTypes: ['family'],
        insurer: 'Star Health',
        customerId: 12,
        kycStatuses: ['pending'],
        endsFrom: '2026-01-01',
        endsTo: '2026-03-31',
        premiumFrom: '1000.00',
        premiumTo: '5000.50',
      },
    ],
    ['vehicle policies', 'vehicleType=truck', { vehicleTypes: ['truck'] }],
    [
      'documents',
      'q=asha&documentType=kyc,claim_document&fileKind=pdf&customerId=7&policyType=vehicle' +
        '&policyId=9&uploadedFrom=2026-01-01&uploadedTo=2026-01-31',
      {
        search: 'asha',
        documentTypes: ['kyc', 'claim_document'],
        fileKinds: ['pdf'],
        customerId: 7,
        policyType: 'vehicle',
        policyId: 9,
        uploadedFrom: '2026-01-01',
        uploadedTo: '2026-01-31',
      },
    ],
    [
      'quotations',
      'q=star&pastValidity=true&status=pending,accepted&insuranceType=vehicle&insurer=Star+Health' +
        '&customerId=12&createdFrom=2026-01-01&createdTo=2026-03-31&totalFrom=1000&totalTo=5000.50',
      {
        search: 'star',
        pastValidity: true,
        statuses: ['pending', 'accepted'],
        insuranceType: 'vehicle',
        insurer: 'Star Health',
        customerId: 12,
        createdFrom: '2026-01-01',
        createdTo: '2026-03-31',
        totalFrom: '1000.00',
        totalTo: '5000.50',
      },
    ],
  ])(
    'of %s is what the gateway is asked for, and comes back as it was',
    (name, address, filter) => {
      expect(filterAt(name, address)).toEqual(filter);
      const again = Object.entries(addressOfFilter(listOf(name), filterAt(name, address)));
      const written = again.filter((entry): entry is [string, string] => entry[1] !== null);
      const params = new URLSearchParams(address);
      params.delete('q');
      expect(Object.fromEntries(written)).toEqual(Object.fromEntries(params));
    },
  );

  it.each([
    ['customers', 'kycStatus=verified,happy&addedFrom=2026-02-30', { kycStatuses: ['verified'] }],
    [
      'health policies',
      'status=active,happy&vehicleType=car&kind=vehicle&endsFrom=2026-02-30&premiumFrom=-5' +
        '&premiumTo=1,20&expiringSoon=yes',
      { statuses: ['active'] },
    ],
    ['vehicle policies', 'policyType=family', {}],
    ['documents', 'documentType=x&fileKind=exe&customerId=x&policyType=life&uploadedFrom=soon', {}],
    [
      'quotations',
      'status=accepted,happy&insuranceType=boat&pastValidity=1&totalFrom=-5',
      {
        statuses: ['accepted'],
      },
    ],
  ])('of %s is as if it were not there where it cannot be understood', (name, address, filter) =>
    expect(filterAt(name, address)).toEqual(filter),
  );

  it.each(Object.keys(LISTS))('of %s filters nothing when it says nothing', (name) => {
    expect(filterAt(name, '')).toEqual({});
    expect(filterAt(name, 'q=%20&sort=name')).toEqual({});
  });

  it('takes every filter away but the search', () => {
    const address = addressOfFilter(customerList, {});
    expect(address).toEqual({
      kycStatus: null,
      city: null,
      addedFrom: null,
      addedTo: null,
      ownerId: null,
      withoutOwner: null,
    });
  });

  it.each([
    ['customers', 'added', 'desc'],
    ['customers', 'name', 'asc'],
    ['health policies', 'premium', 'desc'],
    ['health policies', 'ends', 'asc'],
    ['documents', 'size', 'desc'],
    ['documents', 'name', 'asc'],
    ['quotations', 'total', 'desc'],
    ['quotations', 'validity', 'asc'],
  ])('of %s sorted by %s begins %s', (name, sort, direction) =>
    expect(sortingIn(new URLSearchParams({ sort }), listOf(name))).toEqual({ sort, direction }),
  );
});

describe('the form of a filter', () => {
  it('sends amounts as they are understood, and nothing that is empty', () =>
    expect(
      addressOfFilter(quotationList, {
        totalFrom: '₹1,000',
        totalTo: ' ',
        insurer: '',
        statuses: [],
      }),
    ).toMatchObject({ totalFrom: '1000', totalTo: null, insurer: null, status: null }));

  it('says what is no amount, and which range is the wrong way round', () => {
    const errors = (values: object) => filterErrors(quotationList, values);
    expect(errors({ totalFrom: '5', totalTo: '10', createdFrom: '2026-01-02' })).toEqual({});
    expect(errors({ totalFrom: 'a lot', totalTo: '1,20' })).toEqual({
      totalFrom: 'Must be an amount in rupees',
      totalTo: 'Must be an amount in rupees',
    });
    expect(
      errors({
        totalFrom: '10',
        totalTo: '5',
        createdFrom: '2026-01-02',
        createdTo: '2026-01-01',
      }),
    ).toEqual({
      totalFrom: 'Must not be more than the upper limit',
      createdFrom: 'Must not be after the last day',
    });
  });
});

describe('the tags of a filter', () => {
  const tagsAt = (name: string, address: string, names = {}) =>
    filterTags(listOf(name), filterAt(name, address), names);

  it('say each thing that filters, as people read it', () => {
    const policies = tagsAt(
      'health policies',
      'q=star&premiumTo=5000.50&endsFrom=2026-01-31&kycStatus=pending&customerId=12' +
        '&insurer=star&policyType=family&status=active,expired&expiringSoon=true',
      { customerId: 'Anil Kumar' },
    );
    expect(policies.map(({ label }) => label)).toEqual([
      'Expiring within 30 days',
      'Status: Active',
      'Status: Expired',
      'Type: Family',
      'Insurer: star',
      'Customer: Anil Kumar',
      'KYC: Pending',
      'Ends from 31/01/2026',
      'Premium up to ₹5,000.50',
    ]);
    const documents = tagsAt(
      'documents',
      'documentType=kyc,policy_document&fileKind=docx&policyType=vehicle&customerId=7',
    );
    expect(documents.map(({ label }) => label)).toEqual([
      'Type: KYC',
      'Type: Policy document',
      'File: DOCX',
      'Customer: 7',
      'Policy type: Vehicle',
    ]);
  });

  it('leave the others when one is taken away', () => {
    const [pending, , city] = tagsAt('customers', 'kycStatus=pending,rejected&city=Kochi');
    const left = (tag: typeof city) => addressOfFilter(customerList, tag?.without ?? {});
    expect(left(pending)).toMatchObject({ kycStatus: 'rejected', city: 'Kochi' });
    expect(left(city)).toMatchObject({ kycStatus: 'pending,rejected', city: null });
  });
});
