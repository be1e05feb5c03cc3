import {
  type DateOrder,
  importTarget,
  SHEET_KINDS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { asciiDigits } from '@insuremanager/contracts/rules/text';
import {
  amountIn,
  CHOICES,
  type Choice,
  type Column,
  dayIn,
  isBelieved,
  isDayText,
  isEmailText,
  isHealthInsurer,
  isInsurer,
  isPanText,
  isPhone,
  isPlate,
  isPolicyNumber,
  isWholeAadhaar,
  ownChoiceOf,
  share,
  understood,
} from './contents.js';
import { guessValue } from './guessValue.js';
import { fieldNamed, isOfOthers, type NamedField, nameKey } from './names.js';

export interface GuessedSheet {
  /** Null where neither names nor contents say it; then no column is guessed. */
  readonly kind: SheetKind | null;
  /** The target field of each column; null for what is not imported. Each field at most once. */
  readonly columns: readonly (string | null)[];
  readonly dateOrder: DateOrder;
}

export interface Hints {
  /** Said by a person: columns are guessed for it. */
  readonly kind?: SheetKind;
  /** What the tab is called. */
  readonly sheetName?: string;
}

/** Rows that are looked at; more say no more. */
const MOST_EXAMPLES = 300;

/**
 * What a sheet and its columns are, by what they are called and by what is in them. A column that
 * could be two things, or tells of somebody else, is left open: what is not guessed is seen, what is
 * guessed wrong may not be.
 * @param examples rows below the header, some dozens to some hundreds.
 */
export function guessSheet(
  header: readonly string[],
  examples: readonly (readonly string[])[],
  hints: Hints = {},
): GuessedSheet {
  const rows = examples.slice(0, MOST_EXAMPLES);
  const columns = header.map((name, at): Column => {
    const texts = rows.map((cells) => (cells[at] ?? '').trim()).filter((text) => text !== '');
    return { header: name, texts, filled: rows.length === 0 ? 0 : texts.length / rows.length };
  });
  const meant = columns.map(meaningOf);
  const kind = hints.kind ?? kindOf(columns, meant, hints.sheetName ?? '');
  return {
    kind,
    columns: kind === null ? header.map(() => null) : assigned(kind, columns, meant),
    dateOrder: dateOrderOf(columns),
  };
}

// What a column means

interface Meaning {
  readonly field: NamedField;
  /** 0 is the surest: the most usual name. Contents alone are behind all names. */
  readonly rank: number;
}

const BY_CONTENTS = 1000;
/** So much of a column must be of one form where its name does not say that it is. */
const MOST_OF_IT = 0.8;
const FEWEST = 2;

/** By form alone: no other column of a brokerage looks like it. */
const FORMS: readonly (readonly [field: NamedField, holds: (text: string) => boolean])[] = [
  ['email', isEmailText],
  ['panNumber', isPanText],
  ['aadhaarNumber', isWholeAadhaar],
  ['vehicleNumber', isPlate],
  ['phone', isPhone],
  ['insuranceCompany', isInsurer],
];

function meaningOf(column: Column): Meaning | null {
  if (isOfOthers(column.header)) return null;
  const named = fieldNamed(column.header);
  if (named?.field === 'kind' && isOfClaims(column)) return { ...named, field: 'claimKind' };
  if (named && isChoice(named.field)) return choiceOf(column, named.field, named.rank);
  if (named && isBelieved(column, named.field, SHEET_KINDS)) return named;
  if (column.texts.length < FEWEST) return null;
  const form = FORMS.find(([, holds]) => share(column, holds) >= MOST_OF_IT);
  if (form) return { field: form[0], rank: BY_CONTENTS };
  return column.header.trim() === '' ? nameless(column) : null;
}

/** A "type" whose words are those of claims. */
const isOfClaims = (column: Column): boolean =>
  share(column, (text) => guessValue('claims', 'kind', text) !== null) >= MOST_OF_IT;

const isChoice = (field: NamedField): field is Choice =>
  (CHOICES as readonly NamedField[]).includes(field);

/** Names of choices that say which one it is; "Type" or "Plan" do not. */
const PLAIN_CHOICES =
  /vehicle|cover type|type of cover|floater|kind of policy|individual|class of vehicle/;

/** The choice whose words are in the column; without examples, the one that it is called. */
function choiceOf(column: Column, named: Choice, rank: number): Meaning | null {
  if (column.texts.length === 0) return { field: named, rank };
  const own = understood(column, named);
  const [best = named] = CHOICES.toSorted((a, b) => understood(column, b) - understood(column, a));
  if (own < understood(column, best)) return { field: best, rank: rank + 1 };
  return own >= 0.5 || PLAIN_CHOICES.test(nameKey(column.header)) ? { field: named, rank } : null;
}

/** What has no name at all, as in a file without a header. */
function nameless(column: Column): Meaning | null {
  const choice = CHOICES.find((field) => understood(column, field) >= 0.95);
  if (choice) return { field: choice, rank: BY_CONTENTS };
  if (share(column, (text) => guessValue('policies', 'premiumFrequency', text) !== null) >= 0.95) {
    return { field: 'premiumFrequency', rank: BY_CONTENTS };
  }
  if (
    share(column, isPolicyNumber) >= MOST_OF_IT &&
    new Set(column.texts).size === column.texts.length
  ) {
    return { field: 'policyNumber', rank: BY_CONTENTS };
  }
  return null;
}

// The kind of a sheet

type Meanings = readonly (Meaning | null)[];

const OF_POLICIES: readonly NamedField[] = [
  ...(['policyNumber', 'endDate', 'startDate', 'premiumAmount', 'sumAssured'] as const),
  ...(['insuranceCompany', 'premiumFrequency'] as const),
];
const OF_VEHICLES: readonly NamedField[] = [
  ...(['vehicleNumber', 'vehicleType', 'vehicleMake', 'vehicleModel', 'engineNumber'] as const),
  ...(['chassisNumber', 'coverType', 'ncbPercent', 'thirdPartyEndDate'] as const),
];
const OF_QUOTATIONS: readonly NamedField[] = ['quotationNumber', 'validityDays', 'serviceCharges'];
const OF_CLAIMS: readonly NamedField[] = [
  ...(['lossDate', 'intimatedOn', 'claimKind', 'amountClaimed', 'amountApproved'] as const),
  ...(['amountSettled', 'claimStage', 'insurerClaimNumber', 'claimProvider', 'surveyor'] as const),
  'patient',
];
const OF_LEADS: readonly NamedField[] = ['leadName', 'interest', 'nextStep', 'nextStepOn'];
const OF_CUSTOMERS: readonly NamedField[] = [
  ...(['name', 'firstName', 'phone', 'email', 'address', 'dateOfBirth', 'panNumber'] as const),
  ...(['aadhaarNumber', 'pincode', 'city', 'kycStatus', 'ref'] as const),
];

function kindOf(columns: readonly Column[], meant: Meanings, sheetName: string): SheetKind | null {
  const found = new Set(meant.map((meaning) => meaning?.field));
  const count = (fields: readonly NamedField[]) =>
    fields.filter((field) => found.has(field)).length;
  const tab = nameKey(sheetName);
  const column = (field: NamedField): Column | undefined =>
    columns[meant.findIndex((meaning) => meaning?.field === field)];
  // Registers of policies may tell of a claim, but not on which day the loss was.
  const fewest = found.has('policyNumber') ? 2 : 3;
  if (found.has('lossDate') && count(OF_CLAIMS) >= fewest) return 'claims';
  const isReached = found.has('phone') || found.has('email');
  const saysLeads = /\b(?:leads?|enquir(?:y|ies)|inquir(?:y|ies)|prospects?)\b|ലീഡ്|लीड/u.test(tab);
  if (isReached && !found.has('policyNumber') && count(OF_QUOTATIONS) + count(OF_POLICIES) === 0) {
    if (saysLeads || count(OF_LEADS) > 0) return 'leads';
  }
  const isOfPolicies = found.has('policyNumber') || count(OF_POLICIES) >= 3;
  if (count(OF_QUOTATIONS) > 0 && !found.has('policyNumber')) return 'quotations';
  if (/\b(?:quot|quote|quotation|quotations)/.test(tab) && !found.has('policyNumber'))
    return 'quotations';
  if (isOfPolicies || (count(OF_VEHICLES) > 0 && count(OF_POLICIES) > 0)) {
    return kindOfPolicies(columns, meant, tab);
  }
  const insured = column('vehicleNumber');
  if (insured && count(OF_POLICIES) === 0 && count(OF_VEHICLES) > 2) return 'vehicle';
  const isOfPeople = found.has('name') || found.has('firstName') || found.has('phone');
  return isOfPeople && count(OF_CUSTOMERS) >= 2 ? 'customers' : null;
}

/** By its column that says so, then by what only one kind has, then by the insurers and the tab. */
function kindOfPolicies(
  columns: readonly Column[],
  meant: Meanings,
  tab: string,
): SheetKind | null {
  const column = (field: NamedField): Column | undefined =>
    columns[meant.findIndex((meaning) => meaning?.field === field)];
  const kinds = column('kind');
  if (kinds) {
    const said = new Set(kinds.texts.map((text) => guessValue('policies', 'kind', text)));
    const [only] = said.size === 1 ? said : [];
    if (only === 'health' || only === 'vehicle') return only;
    if (said.has('health') && said.has('vehicle')) return 'policies';
  }
  const ofVehicles = OF_VEHICLES.map(column).filter((found) => found !== undefined);
  const plates = column('vehicleNumber');
  if (plates && plates.texts.length > 0 && plates.filled < 0.5 && column('policyType')) return null;
  if (ofVehicles.length > 0) return 'vehicle';
  const insurers = column('insuranceCompany');
  const isOfHealth =
    column('policyType') !== undefined ||
    (insurers !== undefined && share(insurers, isHealthInsurer) >= 0.5) ||
    columns.some(({ header }) =>
      /\b(?:members|lives|mediclaim|health|floater)\b/.test(nameKey(header)),
    );
  if (isOfHealth || /\b(?:health|mediclaim|medical)\b|ആരോഗ്യ|ഹെൽത്ത്|स्वास्थ्य/u.test(tab))
    return 'health';
  return /\b(?:motor|vehicle|car|bike|auto)\b|വാഹന|वाहन/u.test(tab) ? 'vehicle' : null;
}

// The columns of a kind

/** What belongs to the customer is a link in a sheet of something else. */
const LINKS: Partial<Readonly<Record<NamedField, string>>> = {
  ref: 'customerRef',
  name: 'customerName',
  firstName: 'customerName',
  lastName: 'customerLastName',
  phone: 'customerPhone',
  aadhaarNumber: 'customerAadhaar',
  panNumber: 'customerPan',
  dateOfBirth: 'customerDateOfBirth',
};

const targetOf = (kind: SheetKind, field: NamedField): string | null => {
  const own = ownTargetOf(kind, field);
  return importTarget(kind, own) ? own : null;
};

const ownTargetOf = (kind: SheetKind, field: NamedField): string => {
  if (kind === 'claims') return field === 'claimProvider' ? 'provider' : ownChoiceOf(kind, field);
  if (kind === 'leads') {
    if (field === 'kind') return 'interest';
    if (field === 'firstName' || field === 'leadName') return 'name';
    return field === 'notes' ? 'details' : field;
  }
  if (kind !== 'customers') {
    if (kind === 'quotations' && field === 'kind') return 'insuranceType';
    return LINKS[field] ?? field;
  }
  return field === 'firstName' ? 'name' : field;
};

/** In a sheet of vehicles, what says that they are is often which vehicles they are. */
const finerChoice = (kind: SheetKind, field: NamedField, column: Column): string | null =>
  kind === 'vehicle' && field === 'kind' && understood(column, 'vehicleType') >= MOST_OF_IT
    ? 'vehicleType'
    : null;

function assigned(kind: SheetKind, columns: readonly Column[], meant: Meanings): (string | null)[] {
  const targets: (string | null)[] = columns.map(() => null);
  const taken = new Map<string, number>();
  // A first and a last name are only needed where there is no whole one.
  const whole = meant.some((meaning) => meaning?.field === 'name' && meaning.rank < BY_CONTENTS);
  const order = meant
    .map((meaning, at) => ({ meaning, at }))
    .filter((one): one is { meaning: Meaning; at: number } => one.meaning !== null)
    .toSorted((a, b) => a.meaning.rank - b.meaning.rank || a.at - b.at);
  for (const { meaning, at } of order) {
    const { field } = meaning;
    const column = columns[at];
    if (whole && (field === 'firstName' || field === 'lastName')) continue;
    if (!column) continue;
    const target = targetOf(kind, field) ?? finerChoice(kind, field, column);
    if (target === null || taken.has(target)) continue;
    if (meaning.rank < BY_CONTENTS && !isBelieved(column, field, [kind])) continue;
    taken.set(target, at);
    targets[at] = target;
  }
  for (const [at, target] of namelessTargets(kind, columns, targets)) targets[at] = target;
  return targets;
}

/** Days and amounts of columns without names, told by each other. */
function namelessTargets(
  kind: SheetKind,
  columns: readonly Column[],
  targets: readonly (string | null)[],
): [at: number, target: string][] {
  const open = [...columns.keys()].filter(
    (at) =>
      targets[at] === null &&
      columns[at]?.header.trim() === '' &&
      (columns[at]?.texts.length ?? 0) >= FEWEST,
  );
  const free = (target: string): boolean =>
    importTarget(kind, target) !== undefined && !targets.includes(target);
  const found: [number, string][] = [];
  const days = open.filter((at) => share(columns[at] as Column, isDayText) >= MOST_OF_IT);
  const [first, second] = days;
  if (kind === 'customers' && first !== undefined && days.length === 1 && free('dateOfBirth')) {
    if (share(columns[first] as Column, isLongAgo) >= MOST_OF_IT)
      found.push([first, 'dateOfBirth']);
  }
  if (
    first !== undefined &&
    second !== undefined &&
    days.length === 2 &&
    free('startDate') &&
    free('endDate')
  ) {
    if (isTerm(columns[first] as Column, columns[second] as Column)) {
      found.push([first, 'startDate'], [second, 'endDate']);
    }
  }
  const amounts = open
    .filter((at) => !days.includes(at) && share(columns[at] as Column, isMoney) >= MOST_OF_IT)
    .map((at) => ({ at, usual: medianOf(columns[at] as Column) }))
    .toSorted((a, b) => b.usual - a.usual);
  const [large, small] = amounts;
  if (large && small && amounts.length === 2 && large.usual >= 8 * small.usual) {
    if (free('sumAssured') && free('premiumAmount')) {
      found.push([large.at, 'sumAssured'], [small.at, 'premiumAmount']);
    }
  }
  return found;
}

const isLongAgo = (text: string): boolean => (dayIn(text) ?? '9999') < '2012';
const isMoney = (text: string): boolean => (amountIn(text) ?? 0) >= 300 && !isPhone(text);

const medianOf = ({ texts }: Column): number => {
  const amounts = texts.map(amountIn).filter((amount) => amount !== null);
  return amounts.toSorted((a, b) => a - b)[Math.floor(amounts.length / 2)] ?? 0;
};

/** From one day to the other it is a year, or some, but for one day. */
const isTerm = (from: Column, to: Column): boolean => {
  const lengths = from.texts.map((text, at) => daysOf(dayIn(text), dayIn(to.texts[at] ?? '')));
  return (
    lengths.filter((days) => days !== null && days % 365 <= 2 && days >= 364).length >=
    lengths.length * MOST_OF_IT
  );
};
const daysOf = (from: Day | null, to: Day | null): number | null =>
  from && to ? daysBetween(from, to) + 1 : null;

// Habits

const NUMERIC_DAY = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})\b/;

/** The month comes first only where some dates say so and none says otherwise. */
function dateOrderOf(columns: readonly Column[]): DateOrder {
  let monthFirst = 0;
  for (const { texts } of columns) {
    for (const text of texts) {
      const [, first = '', second = ''] = NUMERIC_DAY.exec(asciiDigits(text)) ?? [];
      if (Number(first) > 12) return 'dmy';
      if (Number(second) > 12) monthFirst += 1;
    }
  }
  return monthFirst > 0 ? 'mdy' : 'dmy';
}
