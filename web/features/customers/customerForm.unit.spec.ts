import { consentFields } from '@insuremanager/contracts/customers/consentFields';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { describe, expect, it } from 'vitest';
import { formatText } from '../../ui/record/fieldsForm';
import { choicesOf } from '../../ui/record/fieldTyping';
import { rebased } from '../../ui/record/rebased';
import type { HistoryEntry } from '../../ui/record/recordType';
import type { Customer } from './customer';
import { CUSTOMER_FORM, probeOf, warningsOf } from './customerForm';

const { empty, rules, changesOf } = CUSTOMER_FORM;
const { formOf } = rules;

const anil: Customer = {
  id: 12,
  name: 'Anil Kumar',
  phone: '+919876543210',
  email: 'anil@example.com',
  aadhaarNumber: 'XXXX XXXX 2346',
  panNumber: 'ABCPK1234F',
  dateOfBirth: '1980-04-01',
  occupation: null,
  language: null,
  reminderEmailConsent: null,
  reminderSmsConsent: null,
  reminderWhatsappConsent: null,
  quotationEmailConsent: null,
  address: null,
  city: 'Kochi',
  state: 'Kerala',
  pincode: '682001',
  kycStatus: 'verified',
  ownerId: null,
  kycDocumentId: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  version: 4,
};
const changes = (values: Partial<typeof empty>) => changesOf(anil, { ...formOf(anil), ...values });

describe('what an edit sends', () => {
  it('is nothing when nothing was changed', () => expect(changes({})).toEqual({}));

  it('is only what differs, whatever way it is typed', () =>
    expect(changes({ phone: '098765 43210', city: ' Thrissur ' })).toEqual({ city: ' Thrissur ' }));

  it('clears what was emptied', () => expect(changes({ email: '' })).toEqual({ email: null }));

  it('holds an Aadhaar number only when one was typed', () =>
    expect(changes({ aadhaarNumber: '2341 2341 2346' })).toEqual({
      aadhaarNumber: '2341 2341 2346',
    }));
});

describe('warnings beside the fields', () => {
  it('tell what looks wrong and is accepted', () => {
    const values = { ...empty, name: 'Anil', phone: '12345', pincode: '012345' };
    expect(Object.keys(warningsOf(values, '2026-11-21')).sort()).toEqual(['phone', 'pincode']);
  });

  it('say nothing of an empty form', () => expect(warningsOf(empty, '2026-11-21')).toEqual({}));
});

describe('the search for duplicates', () => {
  const probe = (values: Partial<typeof empty>) => probeOf({ ...empty, ...values }, empty);

  it('asks by what identifies a person, in normal form', () =>
    expect(probe({ phone: '98765 43210', panNumber: 'abcpk1234f' })).toEqual({
      phone: '+919876543210',
      panNumber: 'ABCPK1234F',
    }));

  it('leaves out what is not valid', () => expect(probe({ email: 'anil@' })).toEqual({}));

  it('leaves out what an edit did not touch', () => {
    const values = { ...formOf(anil), email: 'anil.kumar@example.com' };
    expect(probeOf(values, formOf(anil))).toEqual({ email: 'anil.kumar@example.com' });
  });
});

const base: Customer = {
  ...anil,
  email: null,
  aadhaarNumber: null,
  kycStatus: 'pending',
  version: 0,
};
const entry = (version: number): HistoryEntry => ({
  version,
  type: 'CustomerDetailsChanged',
  at: '2026-01-03T03:04:05.000Z',
  actor: { username: 'beena', role: 'agent' },
  batchId: null,
  ofImport: null,
  summary: 'City changed',
  changes: [],
});
const now: Customer = { ...base, city: 'Thrissur', kycStatus: 'verified', version: 2 };

describe('an edit on a stale version', () => {
  it('keeps what I typed and takes what others changed elsewhere', () => {
    const typed = { ...formOf(base), email: 'anil@example.com' };
    const { values, contests } = rebased(rules, base, now, typed, []);
    expect(values).toMatchObject({
      email: 'anil@example.com',
      city: 'Thrissur',
      kycStatus: 'verified',
    });
    expect(contests).toEqual([]);
  });

  it('names the fields that both changed, and keeps mine in the form', () => {
    const typed = { ...formOf(base), city: 'Kollam' };
    const { values, contests } = rebased(rules, base, now, typed, []);
    expect(values.city).toBe('Kollam');
    expect(contests).toEqual([
      { field: 'city', label: 'City', mine: 'Kollam', theirs: 'Thrissur' },
    ]);
  });

  it('is no contest when both typed the same', () => {
    const typed = { ...formOf(base), city: 'Thrissur' };
    expect(rebased(rules, base, now, typed, []).contests).toEqual([]);
  });

  it('tells only what happened since the edit began', () => {
    const { meanwhile } = rebased(rules, base, now, formOf(base), [entry(0), entry(1), entry(2)]);
    expect(meanwhile.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('sees by its mask that others changed a number which no form shows', () => {
    const masked = { ...now, aadhaarNumber: 'XXXX XXXX 2346' };
    const typed = { ...formOf(base), aadhaarNumber: '234123412346' };
    expect(rebased(rules, base, masked, typed, []).contests).toEqual([
      {
        field: 'aadhaarNumber',
        label: 'Aadhaar number',
        mine: '234123412346',
        theirs: 'XXXX XXXX 2346',
      },
    ]);
  });
});

describe('how a customer is reminded', () => {
  it('is chosen among words, the first of which says what no choice means', () => {
    expect(choicesOf(customerFields.language)?.map(({ label }) => label)).toEqual([
      'Not specified: English',
      'English',
      'മലയാളം',
      'हिन्दी',
    ]);
    expect(choicesOf(consentFields.reminderSmsConsent)).toEqual([
      { value: '', label: 'Not recorded' },
      { value: 'given', label: 'Given' },
      { value: 'withdrawn', label: 'Withdrawn' },
    ]);
    expect(choicesOf(customerFields.city)).toBeNull();
  });

  it('reads as it was chosen', () =>
    expect(formatText(customerFields, 'language', 'ml')).toBe('മലയാളം'));

  it('is cleared by the first of them', () =>
    expect(changesOf({ ...anil, language: 'ml' }, formOf(anil))).toEqual({
      language: null,
    }));
});
