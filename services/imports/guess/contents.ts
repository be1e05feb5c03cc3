import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';
import {
  isAadhaar,
  isMaskedAadhaar,
  normalizeAadhaar,
} from '@insuremanager/contracts/rules/aadhaar';
import { isEmail } from '@insuremanager/contracts/rules/email';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { isPan, normalizePan } from '@insuremanager/contracts/rules/pan';
import { isIndianMobile, normalizePhone } from '@insuremanager/contracts/rules/phone';
import { isPincode } from '@insuremanager/contracts/rules/pincode';
import { asciiDigits, digitsOf } from '@insuremanager/contracts/rules/text';
import { normalizePlate, plateWarning } from '@insuremanager/contracts/rules/vehicleNumber';
import { readAmount, readDay, unquantified } from '../cells/readCells.js';
import { guessValue } from './guessValue.js';
import type { NamedField } from './names.js';

/** What stands in a column, as far as it is looked at. */
export interface Column {
  readonly header: string;
  /** Its cells that are not empty. */
  readonly texts: readonly string[];
  /** Of all rows that were looked at, how many have it, 0 to 1. */
  readonly filled: number;
}

/** How much of a column a test holds for, 0 to 1; 0 of an empty one. */
export const share = ({ texts }: Column, holds: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(holds).length / texts.length;

export const isPhone = (text: string): boolean =>
  unquantified(text)
    .split(/[/,;|]/)
    .some((part) => isIndianMobile(normalizePhone(part)));
export const isPlate = (text: string): boolean =>
  plateWarning(normalizePlate(text).replace(/[/_,]/g, ''), true) === null;
export const isWholeAadhaar = (text: string): boolean =>
  isAadhaar(normalizeAadhaar(unquantified(text)).replace(/[./]/g, ''));
export const isPanText = (text: string): boolean => isPan(normalizePan(text));
export const isEmailText = (text: string): boolean => isEmail(text.trim());
export const dayIn = (text: string): Day | null =>
  readDay(text, { order: 'dmy', lastYear: 2068 }) ??
  readDay(text, { order: 'mdy', lastYear: 2068 });
/** A day that says so by how it is written; five digits could be anything. */
export const isDayText = (text: string): boolean =>
  !/^\d+(?:\.\d+)?$/.test(text.trim()) && dayIn(text) !== null;
export const amountIn = (text: string): number | null => {
  const amount = readAmount(text);
  return amount === null ? null : Number(amount);
};
const isAmount = (text: string): boolean => amountIn(text) !== null;
const hasLetters = (text: string): boolean => /[\p{L}\p{M}]{2}/u.test(text);
const isName = (text: string): boolean => hasLetters(text) && !/\d{3}|@/.test(text);
const hasDigits = (text: string): boolean => /\d/.test(asciiDigits(text));

/** The names of insurers by what is only theirs. */
const INSURERS =
  /\b(?:star health|star allied|care health|religare|niva|max bupa|new india|nia|oriental|oicl|united india|uiic|national ins|nic|hdfc|icici|lombard|bajaj|allianz|tata aig|reliance general|royal sundaram|chola|cholamandalam|iffco|tokio|go ?digit|digit|sbi general|future generali|kotak|liberty|magma|shriram|universal sompo|raheja|acko|zuno|edelweiss|manipal|cigna|aditya birla|abhi|galaxy|narayana|lic|navi)\b/i;
const HEALTH_ONLY =
  /\b(?:star health|star allied|care health|religare health|niva|max bupa|manipal|cigna|aditya birla health|abhi|galaxy health|narayana health)\b/i;
export const isInsurer = (text: string): boolean =>
  INSURERS.test(text) || /\b(?:insurance|assurance|general ins)\b|इंश्योरेंस|बीमा|ഇൻഷുറൻസ്/iu.test(text);
export const isHealthInsurer = (text: string): boolean => HEALTH_ONLY.test(text);

/** A number that insurers give: long, of digits, with letters, slashes and hyphens or without. */
export const isPolicyNumber = (text: string): boolean => {
  const bare = unquantified(text).replace(/\s/g, '');
  return (
    /^[\p{L}\d/.\-_]{6,40}$/u.test(bare) &&
    digitsOf(bare).length >= 4 &&
    !isDayText(text) &&
    !isPhone(text) &&
    !isPlate(text) &&
    !isPanText(text)
  );
};

const thisYear = (): number => Number(kolkataDay(new Date()).slice(0, 4));
const isVehicleYear = (text: string): boolean => {
  const year = /(?<!\d)((?:19|20)\d\d)(?!\d)/.exec(text)?.[1];
  return year !== undefined && Number(year) >= 1950 && Number(year) <= thisYear() + 1;
};

/** What a field may hold, so that a column of that name is believed. */
const BELIEVED: Partial<Readonly<Record<NamedField, (text: string) => boolean>>> = {
  name: isName,
  firstName: hasLetters,
  lastName: (text) => /\p{L}/u.test(text),
  phone: (text) => digitsOf(unquantified(text)).length >= 6,
  email: (text) => text.includes('@'),
  aadhaarNumber: (text) => digitsOf(text).length >= 10 || isMaskedAadhaar(text),
  panNumber: (text) => /^[a-z]{3,5}\d/i.test(normalizePan(text)),
  dateOfBirth: (text) => dayIn(text) !== null,
  consentGivenOn: (text) => dayIn(text) !== null,
  startDate: (text) => dayIn(text) !== null,
  endDate: (text) => dayIn(text) !== null,
  thirdPartyEndDate: (text) => dayIn(text) !== null,
  lossDate: (text) => dayIn(text) !== null,
  intimatedOn: (text) => dayIn(text) !== null,
  stageOn: (text) => dayIn(text) !== null,
  nextStepOn: (text) => dayIn(text) !== null,
  amountClaimed: isAmount,
  amountApproved: isAmount,
  amountSettled: isAmount,
  insurerClaimNumber: hasDigits,
  claimProvider: hasLetters,
  surveyor: hasLetters,
  patient: isName,
  leadName: isName,
  pincode: (text) => isPincode(unquantified(text).replace(/[\s-]/g, '')),
  city: (text) => hasLetters(text),
  state: (text) => hasLetters(text),
  address: (text) => hasLetters(text),
  addressMore: (text) => hasLetters(text),
  occupation: (text) => hasLetters(text),
  policyNumber: (text) => hasDigits(text) && text.length >= 3 && !isDayText(text),
  insuranceCompany: (text) => hasLetters(text) && !/\d{4}/.test(text),
  vehicleNumber: (text) =>
    /^new$/i.test(text.trim()) || /^[a-z]{2}.*\d|^\d{2}\s?bh/i.test(text.trim()),
  vehicleYear: isVehicleYear,
  ...{ nomineeName: hasLetters, nomineeRelation: hasLetters },
  ...{ appointeeName: hasLetters, appointeeRelation: hasLetters },
  nomineeBirthDate: (text) => dayIn(text) !== null,
  vehicleMake: hasLetters,
  vehicleModel: (text) => /[\p{L}\d]/u.test(text),
  engineNumber: (text) => hasDigits(text) && text.trim().length >= 4,
  chassisNumber: (text) => hasDigits(text) && text.trim().length >= 5,
  sumAssured: isAmount,
  premiumAmount: isAmount,
  ownDamagePremium: isAmount,
  thirdPartyPremium: isAmount,
  premiumGst: isAmount,
  serviceCharges: isAmount,
  validityDays: (text) => /^\d{1,3}(?:\.0+)?\s*(?:days?)?$/i.test(text.trim()),
};

/** Choices that have names in common: what is in the column says which one it is. */
export const CHOICES = ['kind', 'policyType', 'vehicleType', 'coverType'] as const;
export type Choice = (typeof CHOICES)[number];
export const understood = (column: Column, field: Choice): number =>
  share(column, (text) => guessValue('policies', field, text) !== null);

/** What a choice is called among the fields of its kind: others have a status, claims a stage. */
export const ownChoiceOf = (kind: SheetKind, field: NamedField): string => {
  if (field === 'claimKind') return 'kind';
  return field === 'claimStage' || (field === 'status' && kind === 'claims') ? 'stage' : field;
};

/** Below this, most of what a column holds cannot be what it is called. */
const LEAST = 0.3;

/** Whether a column holds what its name says, in a sheet of one of these kinds. */
export function isBelieved(
  column: Column,
  field: NamedField,
  kinds: readonly SheetKind[],
): boolean {
  const { texts } = column;
  if (texts.length === 0) return true;
  const holds = BELIEVED[field];
  if (holds) return share(column, holds) >= LEAST;
  const means = (text: string): boolean =>
    kinds.some((kind) => guessValue(kind, ownChoiceOf(kind, field), text) !== null);
  switch (field) {
    case 'premiumFrequency':
    case 'claimKind':
    case 'claimStage':
    case 'interest':
    case 'kycStatus':
    case 'language':
    case 'status':
    case 'ncbPercent':
    case 'reminderEmailConsent':
    case 'reminderSmsConsent':
    case 'reminderWhatsappConsent':
    case 'quotationEmailConsent':
      return share(column, means) >= LEAST;
    default:
      return true;
  }
}
