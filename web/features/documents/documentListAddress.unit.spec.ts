import { describe, expect, it } from 'vitest';
import { addressOfNarrowing, filterOf, isNarrowed, listViewIn } from './documentListAddress';

const viewAt = (address: string) => listViewIn(new URLSearchParams(address));

describe('the address of the list of documents', () => {
  it('is what the gateway is asked for', () =>
    expect(
      filterOf(
        viewAt(
          'q=%20asha&type=kyc,claim_document&kind=pdf&holder=7&insurance=vehicle' +
            '&from=2026-01-01&to=2026-01-31',
        ),
      ),
    ).toEqual({
      search: 'asha',
      documentTypes: ['kyc', 'claim_document'],
      fileKinds: ['pdf'],
      customerId: 7,
      policyType: 'vehicle',
      uploadedFrom: '2026-01-01',
      uploadedTo: '2026-01-31',
    }));

  it('is as if it were not there where it cannot be understood', () => {
    const view = viewAt('type=nothing&kind=exe&holder=x&insurance=life&from=soon&sort=x');
    expect(filterOf(view)).toEqual({});
    expect(isNarrowed(view)).toBe(false);
    expect(view).toMatchObject({ sort: 'uploaded', direction: 'desc' });
  });

  it('comes back as it was', () => {
    const address = { type: 'kyc', kind: 'jpg,png', holder: '7', insurance: 'health' };
    const view = viewAt(new URLSearchParams(address).toString());
    expect(addressOfNarrowing(view)).toEqual({ ...address, from: null, to: null });
  });
});
