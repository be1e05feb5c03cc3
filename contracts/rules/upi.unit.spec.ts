import { describe, expect, it } from 'vitest';
import { isUpiAddress, upiLink } from './upi.js';

describe('an address of UPI', () => {
  it.each(['malabar.brokers@okicici', 'office-1_kochi@ybl', '9876543210@upi'])(
    'may be %s',
    (text) => expect(isUpiAddress(text)).toBe(true),
  );
  it.each([
    '',
    'malabar',
    'malabar@',
    '@ybl',
    'a@ybl',
    'office@example.in',
    'o ffice@ybl',
    'x@ybl&am=1',
  ])('is not %j', (text) => expect(isUpiAddress(text)).toBe(false));
});

describe('a UPI link', () => {
  const payment = {
    address: 'malabar.brokers@okicici',
    name: 'Nair & Sons, Kochi',
    amount: 12_500_05,
    note: 'Premium H/1&am=1 #2',
  };
  const link = upiLink(payment);

  it('says whom, how much to the paisa, and for what', () =>
    expect(link).toBe(
      'upi://pay?pa=malabar.brokers@okicici&pn=Nair%20%26%20Sons%2C%20Kochi&am=12500.05&cu=INR&tn=Premium%20H%2F1%26am%3D1%20%232',
    ));

  it('cannot be given another amount by what it names', () =>
    expect(new URL(link).searchParams.getAll('am')).toEqual(['12500.05']));

  it('has a note that apps show whole', () =>
    expect(
      new URL(upiLink({ ...payment, note: 'ക'.repeat(100) })).searchParams.get('tn'),
    ).toHaveLength(80));
});
