import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOST_STATEMENT_LINES } from '@insuremanager/contracts/commission/commissionKinds';
import type { Paise } from '@insuremanager/contracts/rules/money';
import { parsePaise } from '@insuremanager/contracts/rules/money';
import { cleanPolicyNumber } from '@insuremanager/contracts/rules/policyNumber';
import { openSheets, type Sheet, UnusableFile } from '../imports/index.js';
import { invalid } from '../platform/errors.js';
import type { FileLine } from './statement.js';

/** Where the columns of a statement are; several of one kind are added up. */
interface Columns {
  readonly policyNumber: number;
  readonly commission: readonly number[];
  readonly premium: readonly number[];
  readonly tds: readonly number[];
  readonly gst: readonly number[];
}

const refused = (code: string, message: string) => invalid([{ field: 'file', code, message }]);

/** Takes a file in while it arrives: on this machine's disk until it is read, and no longer. */
export async function receiveStatement(content: Readable): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  try {
    await pipeline(content, createWriteStream(join(folder, 'upload'), { mode: 0o600 }));
    return folder;
  } catch (error) {
    await discardStatement(folder);
    throw error;
  }
}

export const discardStatement = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

/**
 * The lines of an insurer's file: CSV, TSV, XLSX or ODS, its columns by their names.
 * @throws Refusal `invalid` on `file`, naming the row that cannot be read
 */
export async function readStatement(folder: string, fileName: string): Promise<FileLine[]> {
  try {
    const sheets = await openSheets(join(folder, 'upload'), fileName);
    const found = sheets.flatMap((sheet) => {
      const columns = columnsOf(sheet.header);
      return columns ? [{ sheet, columns }] : [];
    });
    const [first] = found;
    if (!first) {
      const message =
        'No sheet has a column for the policy number and one for the commission. Name them “Policy number” and “Commission”.';
      throw refused('columns-unknown', message);
    }
    return await linesOf(first.sheet, first.columns);
  } catch (error) {
    if (error instanceof UnusableFile) throw refused('file-unusable', error.message);
    throw error;
  }
}

async function linesOf(sheet: Sheet, columns: Columns): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const { row, cells } of sheet.read()) {
    const amountOf = (at: readonly number[], what: string): Paise | null => {
      const typed = at.map((column) => cells[column]?.trim() ?? '').filter((text) => text !== '');
      if (typed.length === 0) return null;
      const amounts = typed.map((text) => amountIn(text));
      if (amounts.includes(null)) {
        throw refused('amount-unreadable', `Row ${row}: the ${what} is no amount.`);
      }
      return amounts.reduce<Paise>((sum, amount) => sum + (amount ?? 0), 0);
    };
    const policyNumber = cleanPolicyNumber(cells[columns.policyNumber] ?? '');
    const commission = amountOf(columns.commission, 'commission');
    if (policyNumber === '' && commission === null) continue;
    // The sums below a statement name no policy.
    if (/^(grand |sub ?)?totals?:?$/i.test(policyNumber)) continue;
    if (policyNumber === '') {
      throw refused('number-missing', `Row ${row} has a commission and no policy number.`);
    }
    if (policyNumber.length > 60) {
      throw refused('number-too-long', `Row ${row}: the policy number is too long.`);
    }
    lines.push({
      policyNumber,
      premium: amountOf(columns.premium, 'premium'),
      commission: commission ?? 0,
      tds: amountOf(columns.tds, 'TDS') ?? 0,
      gst: amountOf(columns.gst, 'GST') ?? 0,
    });
    if (lines.length > MOST_STATEMENT_LINES) {
      const most = MOST_STATEMENT_LINES.toLocaleString('en-IN');
      throw refused('too-many-lines', `A statement has ${most} lines at most. Split the file.`);
    }
  }
  if (lines.length === 0) throw refused('no-lines', 'The file has no rows with a policy number.');
  return lines;
}

/** An amount as statements have it: `-12.50`, `(12.50)`, and what a formula left behind the paisa. */
export function amountIn(text: string): Paise | null {
  const bracketed = /^\((.*)\)$/.exec(text.trim())?.[1];
  const plain = bracketed ?? text.trim();
  const long = /^([-\u2212]?)([\d,]*)\.(\d{3,})$/.exec(plain);
  // Numbers of workbooks carry what binary fractions add: 118.80000000000001.
  const paise = long
    ? parsePaise(
        (Math.round(Number(plain.replaceAll(',', '').replace('\u2212', '-')) * 100) / 100).toFixed(
          2,
        ),
      )
    : parsePaise(plain);
  return paise !== null && bracketed !== undefined ? -paise : paise;
}

const wordsOf = (name: string): string =>
  ` ${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()} `;

/** The columns by what they are called; null where there is no policy number or no commission. */
export function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map(wordsOf);
  const having = (is: RegExp, not: RegExp = /(?!)/): number[] =>
    names.flatMap((name, at) => (is.test(name) && !not.test(name) ? [at] : []));
  const rate = / %|percent| rate | pct /;
  const [policyNumber] = [
    ...having(
      / policy (no|num|number|nbr|ref|reference) | policy certificate | policyno | policynumber /,
    ),
    ...having(
      / certificate (no|number) | policy /,
      / (date|type|holder|name|status|start|end|premium|term|holders) /,
    ),
  ];
  const tax = / gst | igst | cgst | sgst | utgst | service tax | tds | tax /;
  const paid = having(/ commission | brokerage | remuneration | payout | comm | commn /, rate);
  const ofPaid = paid.filter(
    (at) => !tax.test(names[at] ?? '') && !/ (type|code|date|on) /.test(names[at] ?? ''),
  );
  const parts = ofPaid.filter((at) =>
    / (od|own damage|tp|third party|reward) /.test(names[at] ?? ''),
  );
  const whole = ofPaid.filter((at) => !parts.includes(at));
  const commission =
    whole.length > 0 ? pick(names, whole, / (total|amount|amt|net|payable) /) : parts;
  if (policyNumber === undefined || commission.length === 0) return null;
  const premium = having(/ premium /, rate).filter(
    (at) => !paid.includes(at) && !tax.test(names[at] ?? ''),
  );
  return {
    policyNumber,
    commission,
    premium: pick(names, premium, / (net|basic|od) /),
    tds: pick(names, having(/ tds | tax deducted /, rate), / (amount|amt|total) /),
    gst: gstOf(names, having(/ gst | igst | cgst | sgst | utgst | service tax /, rate)),
  };
}

/** One column: the one that is called so, or else the last, where sums stand. */
const pick = (
  names: readonly string[],
  columns: readonly number[],
  preferred: RegExp,
): number[] => {
  const best = columns.filter((at) => preferred.test(names[at] ?? '')).at(-1) ?? columns.at(-1);
  return best === undefined ? [] : [best];
};

/** The sum where there is one, or its parts. GST of the premium is none of the commission. */
const gstOf = (names: readonly string[], columns: readonly number[]): number[] => {
  const own = columns.filter((at) => !/ premium | gstin | gst (no|number) /.test(names[at] ?? ''));
  const whole = own.filter((at) => / gst | service tax /.test(names[at] ?? ''));
  const parts = own.filter((at) => !whole.includes(at));
  return whole.length > 0 ? pick(names, whole, / (total|amount|amt) /) : parts;
};
