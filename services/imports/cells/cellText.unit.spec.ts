import {
  IMPORT_TARGETS,
  importTarget,
  SHEET_KINDS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellProblem, cellText, type Habits } from './cellText.js';
import { rowTexts } from './rowTexts.js';

const DMY: Habits = { dateOrder: 'dmy', values: new Map() };
const MDY: Habits = { dateOrder: 'mdy', values: new Map() };

const read = (kind: SheetKind, field: string, text: string, habits = DMY): string =>
  cellText(kind, field, text, habits);

describe('a cell of days', () => {
  it.each([
    ['12/03/2024', '2024-03-12'],
    ['12-03-2024', '2024-03-12'],
    ['12.03.24', '2024-03-12'],
    ['12-Mar-24', '2024-03-12'],
    ['12 March 2024', '2024-03-12'],
    ['12th Mar, 2024', '2024-03-12'],
    ['March 12, 2024', '2024-03-12'],
    ["12 Sept '24", '2024-09-12'],
    ['2024-03-12', '2024-03-12'],
    ['2024/3/12', '2024-03-12'],
    ['2024-03-12 00:00:00', '2024-03-12'],
    ['2024-03-12T00:00:00+05:30', '2024-03-12'],
    ['12/03/2024 11:30 PM', '2024-03-12'],
    ['Tue, 12 Mar 2024', '2024-03-12'],
    ['12032024', '2024-03-12'],
    ['45231', '2023-11-01'],
    ['45231.0', '2023-11-01'],
    ['45231.9999999', '2023-11-02'],
    ['१२/०३/२०२४', '2024-03-12'],
    ['12 മാർച്ച് 2024', '2024-03-12'],
    ['12 मार्च 2024', '2024-03-12'],
    ['3/25/2024', '2024-03-25'],
  ])('reads %s', (text, day) => {
    expect(read('health', 'startDate', text)).toBe(day);
  });

  it.each(['31/02/2024', '2024', 'next month', '00/00/0000', '12/2024', '1234567', '13/13/2024'])(
    'leaves %s to the form, which refuses it',
    (text) => {
      expect(read('health', 'startDate', text)).toBe(text);
      expect(importTarget('health', 'startDate')?.input.safeParse(text).success).toBe(false);
    },
  );

  it('reads the month first where the sheet does, but for days that cannot be months', () => {
    expect(read('health', 'endDate', '3/4/2024', MDY)).toBe('2024-03-04');
    expect(read('health', 'endDate', '3/4/2024')).toBe('2024-04-03');
    expect(read('health', 'endDate', '25/3/2024', MDY)).toBe('2024-03-25');
  });

  it('takes two digits of a birthday for a year that was, of a policy for one near now', () => {
    expect(read('customers', 'dateOfBirth', '05/12/62')).toBe('1962-12-05');
    expect(read('customers', 'dateOfBirth', '5-Dec-99')).toBe('1999-12-05');
    expect(read('vehicle', 'customerDateOfBirth', '05.12.45')).toBe('1945-12-05');
    expect(read('vehicle', 'endDate', '05/12/31')).toBe('2031-12-05');
    expect(read('vehicle', 'startDate', '05/12/98')).toBe('1998-12-05');
  });
});

describe('a cell of numbers that are names', () => {
  it.each([
    ['98765 43210', '+919876543210'],
    ['+91-98765-43210', '+919876543210'],
    ['09876543210', '+919876543210'],
    ['9876543210.0', '+919876543210'],
    ['9.87654321E9', '+919876543210'],
    ["'9876543210", '+919876543210'],
    ['९८७६५४३२१०', '+919876543210'],
    ['9876543210 / 0484 2345678', '+919876543210'],
    ['0484-2345678, 9846012345', '+919846012345'],
    ['0484 2345678', '0484 2345678'],
    ['98765 4321', '98765 4321'],
  ])('reads the phone %s', (text, phone) => {
    expect(read('customers', 'phone', text)).toBe(phone);
    expect(read('vehicle', 'customerPhone', text)).toBe(phone);
  });

  it('does not make a number of one that Excel has shortened, and says so', () => {
    expect(read('customers', 'phone', '9.87654E+09')).toBe('9.87654E+09');
    expect(cellProblem('phone', '9.87654E+09')).toMatch(/left out digits.*9\.87654E\+09/);
    expect(cellProblem('policyNumber', '1.23457E+15')).not.toBeNull();
    expect(cellProblem('phone', '9876543210')).toBeNull();
    expect(cellProblem('premiumAmount', '1.2E+05')).toBeNull();
  });

  it.each([
    ['aadhaarNumber', '4968 5824 5152', '496858245152'],
    ['aadhaarNumber', '4968-5824-5152', '496858245152'],
    ['aadhaarNumber', '4968.5824.5152', '496858245152'],
    ['aadhaarNumber', '4.96858245152E11', '496858245152'],
    ['aadhaarNumber', '12345', '12345'],
    ['panNumber', 'abcpe 1234f', 'ABCPE1234F'],
    ['pincode', '682 001', '682001'],
    ['pincode', '682001.0', '682001'],
    ['pincode', '-1.25e-15', '-1.25e-15'],
    ['email', ' <anitha@example.com> ', 'anitha@example.com'],
    ['email', 'a@example.com; b@example.com', 'a@example.com'],
    ['email', 'anitha at example', 'anitha at example'],
    ['name', '  Anitha   Menon ', 'Anitha Menon'],
    ['state', 'KL', 'Kerala'],
    ['state', 'തമിഴ്നാട്', 'Tamil Nadu'],
    ['state', 'Dubai', 'Dubai'],
  ])('reads the %s %s', (field, text, value) => {
    expect(read('customers', field, text)).toBe(value);
  });

  it.each([
    ['vehicleNumber', 'kl-07-ab-1234', 'KL07AB1234'],
    ['vehicleNumber', 'KL/07/AB/1234', 'KL07AB1234'],
    ['vehicleNumber', 'New Vehicle', 'NEW'],
    ['vehicleNumber', 'applied for', 'NEW'],
    ['vehicleYear', '2021.0', '2021'],
    ['vehicleYear', 'Mar-2021', '2021'],
    ['vehicleYear', '2021-03-01', '2021'],
    ['vehicleYear', '21', '21'],
    ['policyNumber', '123456789012.0', '123456789012'],
    ['policyNumber', "'0012345", '0012345'],
    ['ncbPercent', '20 %', '20'],
    ['ncbPercent', '0.2', '20'],
    ['ncbPercent', 'Nil', '0'],
    ['ncbPercent', '30%', '30%'],
  ])('reads the %s %s', (field, text, value) => {
    expect(read('vehicle', field, text)).toBe(value);
  });

  it('takes what says that there is nothing for nothing, but not of a name', () => {
    for (const text of ['-', 'NA', 'n/a', '#N/A', 'Nil', '  ', '--']) {
      expect(read('customers', 'email', text)).toBe('');
    }
    expect(read('customers', 'name', 'Na')).toBe('Na');
  });
});

describe('a cell of money', () => {
  it.each([
    ['₹1,25,000.00', '125000'],
    ['Rs. 500/-', '500'],
    ['Rs.500', '500'],
    ['INR 12,500.50', '12500.50'],
    ['12500.50 INR', '12500.50'],
    ['1.25 lakh', '125000'],
    ['5 Lakhs', '500000'],
    ['7.5L', '750000'],
    ['2 Cr', '20000000'],
    ['1 Cr 25 lakhs', '12500000'],
    ['1.2E5', '120000'],
    ['12500.499999', '12500.50'],
    ['Rs 500 only', '500'],
    ['(500)', '-500'],
    ['१,२५,०००', '125000'],
  ])('reads %s', (text, rupees) => {
    expect(read('health', 'premiumAmount', text)).toBe(rupees);
  });

  it.each(['(500)', 'five hundred', '1,20', '12+18%'])('lets the form refuse %s', (text) => {
    const value = read('health', 'premiumAmount', text);
    expect(importTarget('health', 'premiumAmount')?.input.safeParse(value).success).toBe(false);
  });
});

describe('a cell of a choice', () => {
  it.each([
    ['vehicle', 'coverType', 'Compr.', 'comprehensive'],
    ['vehicle', 'coverType', 'T.P', 'third_party'],
    ['vehicle', 'coverType', 'Third party', 'third_party'],
    ['vehicle', 'coverType', 'SAOD', 'own_damage'],
    ['vehicle', 'vehicleType', 'Pvt. Car', 'car'],
    ['vehicle', 'vehicleType', '2-Wheeler', 'bike'],
    ['health', 'policyType', 'Family Floater', 'family'],
    ['health', 'premiumFrequency', 'Half Yearly', 'half-yearly'],
    ['health', 'premiumFrequency', 'Annual', 'yearly'],
    ['health', 'status', 'In force', 'active'],
    ['quotations', 'status', 'Won', 'accepted'],
    ['quotations', 'insuranceType', 'Mediclaim', 'health'],
    ['policies', 'kind', 'Motor', 'vehicle'],
    ['customers', 'kycStatus', 'Y', 'verified'],
    ['customers', 'kycStatus', 'Verified', 'verified'],
    ['customers', 'language', 'മലയാളം', 'ml'],
    ['customers', 'reminderEmailConsent', 'Yes', 'given'],
  ] as const)('of %s, %s: %s is %s', (kind, field, text, meaning) => {
    expect(read(kind, field, text)).toBe(meaning);
  });

  it('means what a person said, before what is guessed', () => {
    const values = new Map([
      [
        'coverType',
        new Map([
          ['Gold', 'comprehensive'],
          ['TP', 'own_damage'],
        ]),
      ],
    ]);
    const habits: Habits = { dateOrder: 'dmy', values };
    expect(read('vehicle', 'coverType', ' Gold ', habits)).toBe('comprehensive');
    expect(read('vehicle', 'coverType', 'TP', habits)).toBe('own_damage');
    expect(read('vehicle', 'coverType', 'Silver', habits)).toBe('Silver');
  });
});

it('joins what other systems keep in two columns', () => {
  const columns = ['name', 'lastName', null, 'address', 'addressMore', 'phone'];
  const cells = ['Anitha', 'Menon', 'x', '12, MG Road', 'Kochi', '98765 43210'];
  expect(rowTexts('customers', columns, cells, DMY)).toEqual({
    name: 'Anitha Menon',
    address: '12, MG Road, Kochi',
    phone: '+919876543210',
  });
  expect(rowTexts('vehicle', ['customerLastName'], ['-'], DMY)).toEqual({ customerName: '' });
});

const fieldOfKind = fc
  .constantFrom(...SHEET_KINDS)
  .chain((kind) =>
    fc.tuple(fc.constant(kind), fc.constantFrom(...Object.keys(IMPORT_TARGETS[kind]))),
  );
const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '12-Mar-24',
    '45231',
    '9.87654321E9',
    '1.25 lakh',
    '(500)',
    'Rs. 500/-',
    '20 %',
    'KL',
    'NA',
    '1 Cr 5L',
  ),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double().map(String),
  fc.nat().map((number) => `₹${number.toLocaleString('en-IN')}/-`),
  fc.tuple(fc.nat(40), fc.nat(40), fc.nat(3000)).map((parts) => parts.join('/')),
);

it('changes nothing the second time, whatever is typed in whatever field', () => {
  fc.assert(
    fc.property(fieldOfKind, typed, fc.constantFrom(DMY, MDY), ([kind, field], text, habits) => {
      const once = read(kind, field, text, habits);
      expect(read(kind, field, once, habits)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

it('never spoils what the form would have taken as it was', () => {
  fc.assert(
    fc.property(fieldOfKind, typed, ([kind, field], text) => {
      const input = importTarget(kind, field)?.input;
      const direct = input?.safeParse(text);
      if (!direct?.success) return;
      expect(
        input?.safeParse(read(kind, field, text)).success || read(kind, field, text) === '',
      ).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
