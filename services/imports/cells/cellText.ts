import {
  type customerLinks,
  type DateOrder,
  importTarget,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import { normalizeAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { normalizePan } from '@insuremanager/contracts/rules/pan';
import { isIndianMobile, normalizePhone } from '@insuremanager/contracts/rules/phone';
import { asciiDigits, cleanText } from '@insuremanager/contracts/rules/text';
import {
  NEW_VEHICLE,
  normalizePlate,
  plateWarning,
} from '@insuremanager/contracts/rules/vehicleNumber';
import { guessValue, hasMeanings } from '../guess/guessValue.js';
import { isShortened, readAmount, readDay, unquantified } from './readCells.js';

/** How a sheet is to be read. */
export interface Habits {
  readonly dateOrder: DateOrder;
  /** What was said of the texts of choice fields: by field, then by text without blanks around it. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * A cell's text, made what the schema of the form's field accepts. What cannot be read comes back
 * as it is, and the schema refuses it with the form's own sentence.
 */
export function cellText(kind: SheetKind, field: string, text: string, habits: Habits): string {
  const clean = cleanText(text);
  if (hasMeanings(kind, field)) {
    const said = habits.values.get(field)?.get(text.trim()) ?? guessValue(kind, field, clean);
    if (said !== null) return said;
  }
  const target = importTarget(kind, field);
  if (clean === '' || (target && ownFieldOf(field) !== 'name' && NOTHING.test(clean))) return '';
  // A text of several lines keeps them.
  if (target?.hasLines) return text.trim();
  const own = ownFieldOf(field);
  const read = READERS[own] ?? (target?.stored === 'date' ? dayReader : asIs);
  return read(clean, { kind, field: own, order: habits.dateOrder }) ?? clean;
}

/**
 * What nobody can repair from the cell alone, as a sentence: Excel left digits of a number out when
 * it wrote the file. Null where nothing is wrong.
 */
export const cellProblem = (field: string, text: string): string | null =>
  NUMBERS_OF_DIGITS.has(ownFieldOf(field)) && isShortened(text)
    ? `Excel has left out digits of this number (${text.trim()}). Format the column as text or as a number without decimals, and save the sheet again.`
    : null;

const NUMBERS_OF_DIGITS: ReadonlySet<string> = new Set([
  ...['phone', 'aadhaarNumber', 'pincode', 'ref', 'policyNumber', 'engineNumber', 'chassisNumber'],
]);

/** What is written into a cell about which nothing is known. */
const NOTHING =
  /^(?:[-–—_.?*]+|n\.?\s?\/?\s?a\.?|#n\/a|nil|null|none|not available|not applicable|not known|unknown|blank)$/i;

/** The field of the customer that a link of other sheets asks for. */
const LINKED: Readonly<Record<string, string>> = {
  customerRef: 'ref',
  customerPhone: 'phone',
  customerAadhaar: 'aadhaarNumber',
  customerPan: 'panNumber',
  customerName: 'name',
  customerLastName: 'lastName',
  customerDateOfBirth: 'dateOfBirth',
} satisfies Readonly<Record<keyof typeof customerLinks, string>>;

const ownFieldOf = (field: string): string => LINKED[field] ?? field;

interface Where {
  readonly kind: SheetKind;
  readonly field: string;
  readonly order: DateOrder;
}

/** Null for what it cannot read. */
type Reader = (clean: string, where: Where) => string | null;

const asIs: Reader = (clean) => clean;

const thisYear = (): number => Number(kolkataDay(new Date()).slice(0, 4));
/** Years of two digits: people were born before now, policies are of the years around it. */
const YEARS_AHEAD = 49;

const PAST_DAYS: ReadonlySet<string> = new Set([
  ...['dateOfBirth', 'nomineeBirthDate', 'consentGivenOn', 'lossDate', 'intimatedOn', 'stageOn'],
]);

const dayReader: Reader = (clean, { field, order }) => {
  const isPast = PAST_DAYS.has(field);
  return readDay(clean, { order, lastYear: thisYear() + (isPast ? 0 : YEARS_AHEAD) });
};

/** The first of several, which may stand in one cell. */
const phoneReader: Reader = (clean) => {
  const number = unquantified(clean);
  const whole = normalizePhone(number);
  if (isIndianMobile(whole)) return whole;
  const parts = number.split(/\s*(?:[/,;&|]|\band\b|\bor\b)\s*/i);
  const mobile = parts.map((part) => normalizePhone(part)).find(isIndianMobile);
  return mobile ?? number;
};

const aadhaarReader: Reader = (clean) => {
  const digits = normalizeAadhaar(unquantified(clean)).replace(/[./_,:]/g, '');
  return /^\d{12}$/.test(digits) ? digits : null;
};

const pincodeReader: Reader = (clean) => {
  const digits = unquantified(clean).replace(/[\s\p{Pd}]/gu, '');
  return /^\d+$/.test(digits) ? digits : null;
};

const plateReader: Reader = (clean) => {
  if (NOT_REGISTERED.test(clean)) return NEW_VEHICLE;
  const plate = normalizePlate(clean);
  const bare = plate.replace(/[/,_:]/g, '');
  return plateWarning(plate, true) !== null && plateWarning(bare, true) === null ? bare : plate;
};
const NOT_REGISTERED =
  /^(?:brand\s*)?new(?:\s*vehicle|\s*veh|\s*regn?)?$|^un-?registered$|^applied\s*for$|^to be registered$|^not registered$/i;

const emailReader: Reader = (clean) => {
  const parts = clean.replace(/^mailto:/i, '').split(/[\s,;/<>]+/);
  return isEmail(clean) ? clean : (parts.find(isEmail) ?? null);
};

/** Of a year alone, a month and a year, or a whole day. */
const yearReader: Reader = (clean) => {
  const years = asciiDigits(clean).match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  return years.length === 1 ? (years[0] ?? null) : null;
};

const daysReader: Reader = (clean) =>
  /^(\d{1,3})(?:\.0+)?\s*(?:days?|d)?\.?$/i.exec(asciiDigits(clean))?.[1] ?? null;

const amountReader: Reader = (clean) => readAmount(clean);
const numberReader: Reader = (clean) => unquantified(clean);

const READERS: Readonly<Record<string, Reader>> = {
  ref: numberReader,
  phone: phoneReader,
  email: emailReader,
  aadhaarNumber: aadhaarReader,
  panNumber: (clean) => normalizePan(clean).replace(/[./_,]/g, ''),
  pincode: pincodeReader,
  state: (clean, { kind }) => guessValue(kind, 'state', clean),
  policyNumber: numberReader,
  engineNumber: numberReader,
  chassisNumber: numberReader,
  vehicleNumber: plateReader,
  vehicleYear: yearReader,
  sumAssured: amountReader,
  premiumAmount: amountReader,
  ownDamagePremium: amountReader,
  thirdPartyPremium: amountReader,
  premiumGst: amountReader,
  serviceCharges: amountReader,
  amountClaimed: amountReader,
  amountApproved: amountReader,
  amountSettled: amountReader,
  insurerClaimNumber: numberReader,
  validityDays: daysReader,
};
