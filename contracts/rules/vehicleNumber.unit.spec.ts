import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlate, normalizePlate, plateSearchText, plateWarning } from './vehicleNumber.js';

const plate = fc.stringMatching(/^[A-Z]{2}\d{1,2}[A-Z]{0,3}\d{1,4}$/);
const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u2013', '\u00a0');

describe('a vehicle number', () => {
  it.each([
    'KL07AB1234',
    'kl 07 ab 1234',
    'KL-07-AB-1234',
    'Kl.07.Ab.1234',
    ' KL\u201307AB\u00a01234 ',
  ])('%s is the same plate', (typed) => expect(normalizePlate(typed)).toBe('KL07AB1234'));

  it.each([
    ['KL07AB1234', 'KL 07 AB 1234'],
    ['22BH1234AA', '22 BH 1234 AA'],
    ['DL1CAB1234', 'DL 1 CAB 1234'],
    ['KL071234', 'KL 07 1234'],
    ['KL7A1', 'KL 7 A 1'],
    ['NEW', 'NEW'],
    ['CC12345X', 'CC12345X'],
  ])('%s is shown as %s', (normal, shown) => expect(formatPlate(normal)).toBe(shown));

  it('is found in any spelling, whole or in part', () => {
    fc.assert(
      fc.property(plate, separator, fc.nat(), (normal, between, seed) => {
        const from = seed % normal.length;
        const typed = [...normal.slice(from).toLowerCase()].join(between);
        expect(normal).toContain(plateSearchText(typed));
      }),
    );
  });

  it('is read again as it is shown', () => {
    fc.assert(
      fc.property(plate, (normal) => {
        expect(normalizePlate(formatPlate(normal))).toBe(normal);
      }),
    );
  });

  it('has one normal form also where a capital is made of several characters', () =>
    expect(normalizePlate(normalizePlate('kl 07 ῒ'))).toBe(normalizePlate('kl 07 ῒ')));

  it('has one normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        expect(normalizePlate(normalizePlate(raw))).toBe(normalizePlate(raw));
      }),
    );
  });
});

describe('a warning about a vehicle number', () => {
  it.each([
    'KL07AB1234',
    'TG09A1',
    'TS09A1',
    'OD02B5',
    'OR02B5',
    'UK07C1',
    'UA071234',
    '21BH0001A',
  ])('does not come for %s', (normal) => expect(plateWarning(normal, false)).toBeNull());

  it.each(['KL07AB0000', 'KL07AB', '12345', '20BH1234AA', '22BH1234IA', 'KL07ABCD1234', ''])(
    'comes for %s, which has no known shape',
    (normal) => expect(plateWarning(normal, true)?.code).toBe('plate-invalid'),
  );

  it('names the letters of a state that nobody knows', () =>
    expect(plateWarning('XX01A1', true)).toMatchObject({
      field: 'vehicleNumber',
      code: 'plate-state-unknown',
      message: expect.stringContaining('XX'),
    }));

  it('asks a new vehicle for its chassis number', () => {
    expect(plateWarning('NEW', false)?.code).toBe('plate-new-without-chassis');
    expect(plateWarning('NEW', true)).toBeNull();
  });
});
