import type { CustomerInput, KycStatus } from '@insuremanager/contracts/customers/customerFields';
import { verhoeffHolds } from '@insuremanager/contracts/rules/aadhaar';
import type { z } from 'zod';
import { type Dice, dice } from './dice.js';
import { type DemoName, demoName } from './names.js';
import { demoAddress, demoPlace } from './places.js';

/** A customer as an agent would type one into the form. */
export type DemoPerson = z.input<typeof CustomerInput>;

/**
 * The customer with a number: always the same one. Phone numbers are unique below a hundred
 * million; nearly all is in order, a few fields are missing, and a few look wrong, as in life.
 */
export function demoPerson(number: number): DemoPerson {
  const throws = dice(number);
  const name = demoName(throws);
  const place = demoPlace(throws);
  const person = {
    name: name.full,
    phone: mobile(throws, number),
    email: throws.chance(0.12) ? null : address(throws, name),
    aadhaarNumber: throws.chance(0.1) ? null : aadhaar(throws),
    panNumber: throws.chance(0.15) ? null : pan(throws, name.surname),
    dateOfBirth: throws.chance(0.06) ? null : birthDate(throws),
    address: throws.chance(0.05) ? null : demoAddress(throws, place),
    city: place.city,
    state: place.state,
    pincode: throws.chance(0.04) ? null : place.pincode,
    kycStatus: kycStatus(throws),
  } satisfies DemoPerson;
  return throws.chance(0.03) ? slip(throws, person) : person;
}

const MOBILE_SERIES = [
  '94',
  '98',
  '99',
  '97',
  '96',
  '95',
  '90',
  '85',
  '81',
  '80',
  '75',
  '70',
  '62',
];

/** The last eight digits walk through all of them without repeating. */
function mobile(throws: Dice, number: number): string {
  const line = String((number * 61_803_399 + 20_456_789) % 100_000_000).padStart(8, '0');
  const digits = `${throws.pick(MOBILE_SERIES)}${line}`;
  // Typed in whatever way; the form makes them alike.
  if (throws.chance(0.2)) return `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`;
  return throws.chance(0.1) ? `0${digits}` : digits;
}

function address(throws: Dice, { latin }: DemoName): string {
  const [first = '', last = ''] = latin.toLowerCase().split(' ');
  return `${first}${throws.pick(['.', '', '_'])}${last}${1 + throws.below(9999)}@example.com`;
}

function aadhaar(throws: Dice): string {
  const number = `${2 + throws.below(8)}${throws.digits(10)}`;
  const check = [...'0123456789'].find((digit) => verhoeffHolds(number + digit));
  return `${number}${check}`;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function pan(throws: Dice, surname: string): string {
  const letter = () => throws.pick(LETTERS);
  const serial = String(1 + throws.below(9999)).padStart(4, '0');
  return `${letter()}${letter()}${letter()}P${surname.charAt(0)}${serial}${letter()}`;
}

/** Adults, most of them between 25 and 60. */
function birthDate(throws: Dice): string {
  const age = 21 + throws.below(25) + throws.below(30);
  const month = String(1 + throws.below(12)).padStart(2, '0');
  const day = String(1 + throws.below(28)).padStart(2, '0');
  return `${2025 - age}-${month}-${day}`;
}

function kycStatus(throws: Dice): KycStatus {
  const of100 = throws.below(100);
  if (of100 < 60) return 'verified';
  return of100 < 85 ? 'pending' : 'rejected';
}

/** One thing that is accepted with a warning. */
function slip(throws: Dice, person: DemoPerson): DemoPerson {
  const swapped = (digits: string) =>
    `${digits.slice(0, 10)}${digits.slice(10).replace(/./g, '7')}`;
  return throws.pick<DemoPerson>([
    { ...person, phone: `0484 2${throws.digits(6)}` },
    { ...person, aadhaarNumber: swapped(`2341${throws.digits(8)}`) },
    { ...person, panNumber: `ABCP${throws.digits(5)}F` },
    { ...person, pincode: `0${throws.digits(5)}` },
  ]);
}
