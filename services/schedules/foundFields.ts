import type { Field } from '@insuremanager/contracts/fields/field';
import { policyFields, policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, type Paise } from '@insuremanager/contracts/rules/money';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { ScheduleField } from '@insuremanager/contracts/schedules/scheduleViews';
import { companiesIn } from './insurers.js';
import { type FoundLabel, labelsIn, type Sought } from './labels.js';
import { type Cell, type Line, linesOf, type PageText, partOf } from './pageText.js';
import {
  daysIn,
  type ReadValue,
  readChassis,
  readCoverType,
  readDay,
  readFrequency,
  readMoney,
  readName,
  readNcb,
  readPlate,
  readPolicyNumber,
  readPolicyType,
  readSerial,
  readTax,
  readVehicleType,
  readWords,
  readYear,
  writesMonthFirst,
} from './values.js';

/** What was found, and where it stands. */
export interface Found<Value = string> {
  readonly value: Value;
  readonly strength: number;
  readonly place: Place;
}

/** Ten-thousandths of the width and the height of a page, which is counted from 1. */
export type Place = Pick<ScheduleField, 'page' | 'left' | 'top' | 'width' | 'height'>;

export interface FoundSchedule {
  readonly kind: PolicyKind | null;
  readonly insuredName: string | null;
  readonly fields: readonly ScheduleField[];
}

interface LabelledCell {
  readonly cell: Cell;
  readonly labels: readonly FoundLabel[];
}

interface Sheet {
  readonly number: number;
  readonly page: PageText;
  readonly lines: readonly (readonly LabelledCell[])[];
}

/** A label, and the texts in which its value may stand: the likeliest first. */
interface Question {
  readonly label: FoundLabel;
  readonly sheet: Sheet;
  /** Behind the label, beside it or below it. */
  readonly answers: readonly Answer[];
}

interface Answer {
  /** The first is where a value begins; a period may go on in the others. */
  readonly cells: readonly Cell[];
  /** Of another row of the same column, which would have to say the same. */
  readonly next?: Cell;
  /** Words without a colon before them may be a heading. */
  readonly isSure: boolean;
}

/** What a schedule says of a policy: only what has a label, reads as its field, and is said once. */
export function foundFields(pages: readonly PageText[]): FoundSchedule {
  const sheets = pages.map((page, index) => ({
    ...{ number: index + 1, page },
    lines: linesOf(page).map(labelled),
  }));
  const questions = sheets.flatMap(questionsOf);
  const texts = sheets.flatMap(({ lines }) => lines.flat().map(({ cell }) => cell.text));
  const ask = <Value>(
    sought: Sought | readonly Sought[],
    read: (text: string) => ReadValue<Value> | null,
    keyOf: (value: Value) => unknown = (value) => value,
  ): Found<Value> | null => agreed(foundBy(questions, [sought].flat(), read), keyOf);

  const kind = kindOf(questions, texts);
  const days = texts.some(writesMonthFirst) ? NO_DAYS : daysOf(questions);
  const serials = enginesOf(questions);
  const makes = makesOf(questions);
  const values: Partial<Record<keyof typeof policyFields, Found<string> | null>> = {
    policyNumber: ask('policyNumber', readPolicyNumber, policyNumberKey),
    insuranceCompany: insurerOf(sheets, questions),
    ...days,
    premiumAmount: premiumOf(questions),
    premiumFrequency: ask('premiumFrequency', readFrequency),
    ...(kind === 'health' && {
      policyType: ask(['policyType', 'coverType'], readPolicyType),
      sumAssured: inRupees(ask('sumInsured', readMoney)),
    }),
    ...(kind === 'vehicle' && {
      vehicleNumber: ask('vehicleNumber', readPlate),
      vehicleType: ask('vehicleType', readVehicleType) ?? titled(sheets, readVehicleType),
      vehicleMake: ask('vehicleMake', readWords) ?? makes?.make ?? null,
      vehicleModel: ask('vehicleModel', readWords) ?? makes?.model ?? null,
      vehicleYear: ask('vehicleYear', readYear),
      engineNumber: ask('engineNumber', readSerial) ?? serials?.engine ?? null,
      chassisNumber: ask('chassisNumber', readChassis) ?? serials?.chassis ?? null,
      coverType: ask(['coverType', 'policyType'], readCoverType),
      ncbPercent: ask('ncbPercent', readNcb),
      sumAssured: inRupees(ask('idv', readMoney)),
    }),
  };
  const described = kind ? policyFieldsOf(kind) : policyFields;
  const fields = Object.entries(values).flatMap(([name, found]) => {
    const field = described[name as keyof typeof policyFields];
    const parsed = found && field?.input.safeParse(found.value);
    if (!found || !field || !parsed?.success) return [];
    // Amounts stand in views as decimals, as they do here.
    const value = field.toForm((isAmount(field) ? found.value : parsed.data) as never);
    return value === '' ? [] : [{ field: name as ScheduleField['field'], value, ...found.place }];
  });
  const name = ask('insuredName', readName, (found) => found.toLowerCase());
  return { kind, insuredName: name?.value ?? null, fields };
}

const isAmount = ({ stored }: Pick<Field, 'stored'>): boolean => stored === 'bigint';

const labelled = (line: Line): LabelledCell[] =>
  line.map((cell) => ({ cell, labels: labelsIn(cell.text) }));

/** Nothing but a label, with marks and what stands in brackets. */
const isWhole = ({ cell, labels }: LabelledCell): boolean => {
  const last = labels.at(-1);
  return last !== undefined && behind(cell, last, cell.text.length) === null;
};

/** Nothing that could be a value. */
const NO_VALUE =
  /^(?:[\s:：;=|/–—.-]|\([^()]{0,60}\)|(?:in )?(?:rs|inr|₹)\.?(?![\p{L}\d\s])|(?:in )?(?:rs|inr|₹)\.?$)*$/iu;

/** What stands behind a label in its own cell. */
function behind(cell: Cell, { to }: FoundLabel, end: number): Cell | null {
  const part = partOf(cell, to, end);
  return NO_VALUE.test(part.text) ? null : part;
}

/** How far a value may be from its label: of the width of the page, and of the height of its letters. */
const FARTHEST_BESIDE = 0.45;
const FARTHEST_BELOW = 3.2;

const overlaps = (one: Cell, other: Cell): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1;

function questionsOf(sheet: Sheet): Question[] {
  return sheet.lines.flatMap((line, row) =>
    line.flatMap((labelledCell, column) =>
      labelledCell.labels.map((label, index) => {
        const { cell, labels } = labelledCell;
        const next = labels[index + 1];
        const own = behind(cell, label, next?.from ?? cell.text.length);
        if (own || next) return { label, sheet, answers: own ? [inside(own, line, column)] : [] };
        return { label, sheet, answers: around(sheet, row, column) };
      }),
    ),
  );
}

/** A value in the cell of its label; a period may go on in those beside it. */
const inside = (own: Cell, line: readonly LabelledCell[], column: number): Answer => ({
  cells: [own, ...untilLabel(line.slice(column + 1))],
  isSure: true,
});

const untilLabel = (cells: readonly LabelledCell[]): Cell[] => {
  const end = cells.findIndex(({ labels }) => labels.length > 0);
  return cells.slice(0, end < 0 ? cells.length : end).map(({ cell }) => cell);
};

/** Beside a label, or below it. */
function around(sheet: Sheet, row: number, column: number): Answer[] {
  const line = sheet.lines[row] ?? [];
  const { cell } = line[column] as LabelledCell;
  const beside = untilLabel(line.slice(column + 1));
  const cells = beside.filter(({ text }) => !NO_VALUE.test(text));
  const under = below(sheet, row, cell);
  const isNear = cells[0] && cells[0].left - cell.right < FARTHEST_BESIDE * sheet.page.width;
  const hasColon = /[:：]\s*$/u.test(cell.text) || /^[:：]/u.test(beside[0]?.text ?? '');
  const isPair = cells.length === 1 || (line.length % 2 === 0 && column % 2 === 0);
  const isSure = hasColon || (isPair && !isHeading(line) && under.length === 0);
  return [...(isNear ? [{ cells, isSure }] : []), ...under];
}

/** Headings of a table stand beside each other. */
const isHeading = (line: readonly LabelledCell[]): boolean =>
  line.some((one, index) => index > 0 && isWhole(one) && isWhole(line[index - 1] as LabelledCell));

/** The first cell below another, in the lines after a row. */
function cellBelow(sheet: Sheet, row: number, cell: Cell, farthest: number) {
  for (let at = row + 1; at < sheet.lines.length; at += 1) {
    const line = sheet.lines[at] ?? [];
    const distance = (line[0]?.cell.base ?? 0) - cell.base;
    if (distance > farthest) return null;
    const under = line.find((one) => overlaps(one.cell, cell));
    if (under) return { ...under, row: at, distance };
  }
  return null;
}

function below(sheet: Sheet, row: number, cell: Cell): Answer[] {
  const first = cellBelow(sheet, row, cell, FARTHEST_BELOW * cell.size);
  if (!first || first.labels.length > 0) return [];
  const next = cellBelow(sheet, first.row, first.cell, first.distance * 1.6);
  const isRow = next !== null && next.labels.length === 0;
  const cells = [first.cell, ...(isRow ? [next.cell] : [])];
  return [{ cells, isSure: true, ...(isRow && { next: next.cell }) }];
}

/** Free words have nothing by which they could be told from a heading. */
const FREE: ReadonlySet<Sought> = new Set([
  ...(['vehicleMake', 'vehicleModel', 'makeAndModel', 'insuredName'] as const),
]);

/** All values of some labels. */
function foundBy<Value>(
  questions: readonly Question[],
  sought: readonly Sought[],
  read: (text: string) => ReadValue<Value> | null,
): Found<Value>[] {
  return questions.flatMap(({ label, sheet, answers }) => {
    if (!sought.includes(label.sought)) return [];
    for (const { cells, next, isSure } of answers) {
      const [cell] = cells;
      if (!cell || (FREE.has(label.sought) && !isSure)) continue;
      const value = read(cell.text);
      if (!value) continue;
      const other = next && read(next.text);
      // Rows of a table that say different things: nobody knows which is meant.
      if (other && String(other.value) !== String(value.value)) return [];
      return [{ value: value.value, strength: label.strength, place: placeOf(sheet, cell, value) }];
    }
    return [];
  });
}

function placeOf(sheet: Sheet, cell: Cell, { from, to }: ReadValue<unknown>): Place {
  const { width, height } = sheet.page;
  const share = (part: number, whole: number) =>
    Math.min(10_000, Math.max(0, Math.round((part / whole) * 10_000)));
  const left = cell.edges[from] ?? cell.left;
  const right = cell.edges[to] ?? cell.right;
  return {
    page: sheet.number,
    left: share(left, width),
    top: share(cell.base - cell.size * 0.9, height),
    width: share(right - left, width),
    height: share(cell.size * 1.2, height),
  };
}

/** What the strongest labels say, if they all say the same. */
function agreed<Value>(
  found: readonly Found<Value>[],
  keyOf: (value: Value) => unknown,
): Found<Value> | null {
  const strongest = Math.max(...found.map(({ strength }) => strength));
  const [first, ...others] = found.filter(({ strength }) => strength === strongest);
  if (!first) return null;
  return others.every(({ value }) => keyOf(value) === keyOf(first.value)) ? first : null;
}

const same = (value: unknown): unknown => value;

const inRupees = (found: Found<Paise> | null): Found | null =>
  found && { ...found, value: decimalOf(found.value) };

/** By what is asked of it: of a vehicle it has a plate or the like; a health policy says what it is. */
function kindOf(questions: readonly Question[], texts: readonly string[]): PolicyKind | null {
  const ofVehicles: ReadonlySet<Sought> = new Set<Sought>([
    ...(['vehicleNumber', 'engineNumber', 'chassisNumber', 'engineAndChassis', 'idv'] as const),
  ]);
  const vehicle = new Set(
    questions.map(({ label }) => label.sought).filter((one) => ofVehicles.has(one)),
  );
  const isHealth = texts.some((text) => /\b(?:health|mediclaim|hospital)|स्वास्थ्य/iu.test(text));
  const hasSum = questions.some(({ label }) => label.sought === 'sumInsured');
  if (vehicle.size >= 2) return 'vehicle';
  return vehicle.size === 0 && isHealth && hasSum ? 'health' : null;
}

type Days = Record<'startDate' | 'endDate' | 'thirdPartyEndDate', Found | null>;
const NO_DAYS: Days = { startDate: null, endDate: null, thirdPartyEndDate: null };

/** Of the same date a year later nobody knows whether it is still covered: there is a day too much. */
const isDayTooLate = (start: Day, end: Day): boolean => start.slice(5) === end.slice(5);

function daysOf(questions: readonly Question[]): Days {
  const periods = foundPeriods(questions, ['period', 'startDate', 'endDate']);
  const starts = [
    ...foundBy(questions, ['startDate'], readDay),
    ...periods.map(({ start }) => start),
  ];
  const ends = [...foundBy(questions, ['endDate'], readDay), ...periods.map(({ end }) => end)];
  const thirdParty = [
    ...foundBy(questions, ['thirdPartyEndDate'], readDay),
    ...foundPeriods(questions, ['thirdPartyPeriod']).map(({ end }) => end),
  ];
  const [startDate, endDate] = [agreed(starts, same), agreed(ends, same)];
  const thirdPartyEndDate = agreed(thirdParty, same);
  if (!startDate || !endDate) return { startDate, endDate, thirdPartyEndDate };
  if (endDate.value <= startDate.value) return NO_DAYS;
  const isDoubtful = isDayTooLate(startDate.value, endDate.value);
  return { startDate, endDate: isDoubtful ? null : endDate, thirdPartyEndDate };
}

/** Two days after one label, in one cell or in several. */
function foundPeriods(questions: readonly Question[], sought: readonly Sought[]) {
  return questions.flatMap(({ label, sheet, answers }) => {
    if (!sought.includes(label.sought)) return [];
    for (const { cells } of answers) {
      const days = cells.flatMap((cell) => daysIn(cell.text).map((day) => ({ cell, day })));
      const [start, end] = days;
      if (!start || !end || days.length > 2) continue;
      const found = ({ cell, day }: typeof start): Found<Day> => ({
        ...{ value: day.value, strength: label.strength },
        place: placeOf(sheet, cell, day),
      });
      return [{ start: found(start), end: found(end) }];
    }
    return [];
  });
}

/** One rupee: amounts of a schedule may each be rounded. */
const ROUNDED = 100;

/**
 * What is paid for the policy, its taxes included. Where net premium and tax are there, it is their
 * sum; a total that may be without the tax is none.
 */
function premiumOf(questions: readonly Question[]): Found | null {
  const ask = (sought: Sought, read: typeof readMoney) =>
    agreed(foundBy(questions, [sought], read), same);
  const totals = foundBy(questions, ['totalPremium'], readMoney);
  const net = ask('netPremium', readMoney);
  const [gst, cgst, sgst] = (['gst', 'cgst', 'sgst'] as const).map((one) => ask(one, readTax));
  const tax = gst?.value ?? (cgst && sgst ? cgst.value + sgst.value : null);
  const frequency = agreed(foundBy(questions, ['premiumFrequency'], readFrequency), same);
  const hasTax = questions.some(({ label }) => /^[cs]?gst$/.test(label.sought));
  if (frequency && frequency.value !== 'yearly') {
    return hasTax ? null : inRupees(ask('instalment', readMoney));
  }
  if (net && tax !== null) {
    const sum = totals.filter(({ value }) => Math.abs(value - net.value - tax) <= ROUNDED);
    return inRupees(agreed(sum, same));
  }
  const strong = totals.filter(({ strength }) => strength === 4 || !hasTax);
  return inRupees(agreed(strong, same));
}

/** The company that is named, where only one is beside those of former policies. */
function insurerOf(sheets: readonly Sheet[], questions: readonly Question[]): Found | null {
  const former = new Set(
    questions
      .filter(({ label }) => label.sought === 'former')
      .flatMap(({ answers }) => answers.flatMap(({ cells }) => cells)),
  );
  const found = sheets.flatMap((sheet) =>
    sheet.lines.flat().flatMap(({ cell, labels }) => {
      if (former.has(cell) || labels.some(({ sought }) => sought === 'former')) return [];
      return companiesIn(cell.text).map((company) => ({
        ...{ value: company.name, strength: 1 },
        place: placeOf(sheet, cell, { ...company, value: company.name }),
      }));
    }),
  );
  return agreed(found, same);
}

/** What the titles on the first page say, where they say the same. */
function titled(sheets: readonly Sheet[], read: typeof readVehicleType): Found | null {
  const [sheet] = sheets;
  const cells = sheet?.lines.flat() ?? [];
  const found = cells.flatMap(({ cell }) => {
    const value = /policy|insurance|schedule|certificate/i.test(cell.text) && read(cell.text);
    return sheet && value
      ? [{ value: value.value, strength: 1, place: placeOf(sheet, cell, value) }]
      : [];
  });
  return agreed(found, same);
}

/** Two values of one label, parted by a stroke: `Maruti Suzuki / Swift`. */
function pairOf<Value>(
  questions: readonly Question[],
  sought: Sought,
  reads: readonly [
    (text: string) => ReadValue<Value> | null,
    (text: string) => ReadValue<Value> | null,
  ],
): [Found<Value>, Found<Value>] | null {
  const halves = questions.flatMap(({ label, sheet, answers }) => {
    const [answer] = answers;
    const [cell] = answer?.cells ?? [];
    if (label.sought !== sought || !cell || !answer?.isSure) return [];
    const lead = /^[\s.:：–-]*/u.exec(cell.text)?.[0].length ?? 0;
    const at = cell.text.indexOf('/', lead);
    if (at < 0 || cell.text.indexOf('/', at + 1) > 0) return [];
    const parts = [partOf(cell, lead, at), partOf(cell, at + 1, cell.text.length)] as const;
    const found = parts.map((part, index): Found<Value> | null => {
      const value = reads[index]?.(part.text) ?? null;
      return value && { ...value, strength: label.strength, place: placeOf(sheet, part, value) };
    });
    const [first, second] = found;
    return first && second ? [[first, second] as [Found<Value>, Found<Value>]] : [];
  });
  const key = (pair: readonly Found<Value>[]) => pair.map(({ value }) => value).join('/');
  const [first, ...others] = halves;
  return first && others.every((other) => key(other) === key(first)) ? first : null;
}

function enginesOf(questions: readonly Question[]) {
  const pair = pairOf(questions, 'engineAndChassis', [readSerial, readChassis]);
  return pair && { engine: pair[0], chassis: pair[1] };
}

function makesOf(questions: readonly Question[]) {
  const pair = pairOf(questions, 'makeAndModel', [readWords, readWords]);
  return pair && { make: pair[0], model: pair[1] };
}
