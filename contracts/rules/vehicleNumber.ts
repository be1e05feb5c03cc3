import { asciiDigits } from './text.js';
import type { Warning } from './warning.js';

/** A vehicle that has no registration number yet; its chassis number identifies it. */
export const NEW_VEHICLE = 'NEW';

const STATE_SERIES = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
/** Since 2021: year of registration, BH, number, and letters without I and O. */
const BHARAT_SERIES = /^(2[1-9]|[3-9]\d)(BH)(\d{4})([A-HJ-NP-Z]{1,2})$/;

/**
 * The letters of states and union territories, from the notifications under section 41(6) of the
 * Motor Vehicles Act 1988. Former letters stay on the road, so both are known: OR and OD (Odisha),
 * UA and UK (Uttarakhand), TS and TG (Telangana), DN and DD (Dadra, Nagar Haveli, Daman and Diu).
 */
const STATE_CODES: ReadonlySet<string> = new Set(
  (
    'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY ' +
    'RJ SK TG TN TR TS UA UK UP WB'
  ).split(' '),
);

/** Upper case, without spaces, hyphens, dots and characters that nobody sees. */
export const normalizePlate = (raw: string): string =>
  asciiDigits(raw.normalize('NFKC'))
    .replace(/[\s.\p{Pd}\u2212\p{Cf}]/gu, '')
    .toUpperCase()
    // Some capitals are made of several characters.
    .normalize('NFKC');

/** The blocks of a number in normal form; null when it has the shape of none. */
function blocksOf(plate: string): string[] | null {
  const blocks = BHARAT_SERIES.exec(plate) ?? STATE_SERIES.exec(plate);
  return blocks ? blocks.slice(1).filter((block) => block !== '') : null;
}

/** A number in normal form by its blocks: `KL 07 AB 1234`, `22 BH 1234 AA`; others as they are. */
export const formatPlate = (plate: string): string => blocksOf(plate)?.join(' ') ?? plate;

/**
 * What a plate is searched by, whatever way a query spells it: `kl-07 ab` is `KL07AB`. It is
 * part of the normal form of every plate it should find.
 */
export const plateSearchText = (query: string): string => normalizePlate(query);

const plateWarns = (code: string, message: string): Warning => ({
  field: 'vehicleNumber',
  code,
  message,
});

/**
 * What looks wrong about a number in normal form. Old plates of odd shape exist, so no number is
 * refused. Forms: rules 50 and 51 of the Central Motor Vehicles Rules 1989, with the Bharat series
 * of 2021 (rule 47).
 */
export function plateWarning(plate: string, hasChassisNumber: boolean): Warning | null {
  if (plate === NEW_VEHICLE) {
    return hasChassisNumber
      ? null
      : plateWarns('plate-new-without-chassis', 'Enter the chassis number of a new vehicle.');
  }
  if (BHARAT_SERIES.test(plate)) return null;
  const [, state, , , number] = STATE_SERIES.exec(plate) ?? [];
  if (state === undefined || Number(number) === 0) {
    return plateWarns(
      'plate-invalid',
      'A vehicle number looks like KL 07 AB 1234 or 22 BH 1234 AA; a new vehicle has NEW. Please check it.',
    );
  }
  if (STATE_CODES.has(state)) return null;
  return plateWarns('plate-state-unknown', `${state} is not a known state code.`);
}
