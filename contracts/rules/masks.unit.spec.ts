import { describe, expect, it } from 'vitest';
import { maskedName, maskedPan } from './masks.js';

describe('a masked PAN', () => {
  it.each([
    ['AAPPV1234K', 'AAPPVXXXXK'],
    ['AAPPVXXXXK', 'AAPPVXXXXK'],
    ['AB12', 'XXXX'],
  ])('of %s is %s', (pan, masked) => expect(maskedPan(pan)).toBe(masked));
});

describe('a masked name', () => {
  it.each([
    ['Ravi Kumar Nair', 'R. N.'],
    ['Ravi', 'R.'],
    ['R. N.', 'R. N.'],
    ['രമേഷ് നായർ', 'ര.'],
    ['Érika Ölund', 'É. Ö.'],
  ])('of %s is %s', (name, masked) => expect(maskedName(name)).toBe(masked));
});
