import { decimalOf } from '../rules/money.js';
import {
  columnsOf,
  type ReportColumn,
  type ReportScope,
  type ReportView,
  ROWS,
  ratesOf,
  reportNamed,
} from './reports.js';

// A report as a table of rows and columns: what the screen, files, the PDF and emails show.

/** What stands where a row and a column meet. */
export interface ReportCell {
  readonly count: number;
  /** Rupees with two digits; null where nothing is added up. */
  readonly amount: string | null;
}

export interface ReportTableRow {
  /** Null: all rows together. */
  readonly key: string | null;
  readonly label: string;
  /** One for each column. */
  readonly cells: readonly ReportCell[];
  /** One for each rate, in percent with one digit; null where there is nothing to share. */
  readonly rates: readonly (number | null)[];
}

export interface ReportTable {
  readonly heading: string;
  readonly columns: readonly ReportColumn[];
  readonly rates: readonly string[];
  readonly rows: readonly ReportTableRow[];
  readonly total: ReportTableRow;
}

/** Decimals of rupees, added up to the paisa. */
const addedUp = (amounts: readonly string[]): string =>
  decimalOf(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n));

/** In percent with one digit, halves up. */
const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 1000) / whole) / 10;

export function reportTable(view: ReportView, scope: Pick<ReportScope, 'kind'>): ReportTable {
  const { name } = view;
  const columns = columnsOf(name, scope);
  const rates = ratesOf(name, scope);
  const places = new Map(view.figures.map((one) => [`${one.column} ${one.row}`, one]));

  const rowOf = (key: string | null, label: string, cells: readonly ReportCell[]) => {
    const sum = (keys: readonly string[]) =>
      columns.reduce(
        (all, { key: one }, at) => all + (keys.includes(one) ? (cells[at]?.count ?? 0) : 0),
        0,
      );
    return {
      key,
      label,
      cells,
      rates: rates.map(({ part, whole }) => percent(sum(part), sum(whole))),
    };
  };

  const rows = view.rows.map(({ key, label }) =>
    rowOf(
      key,
      label,
      columns.map((column) => {
        const { count = 0, amount = '0.00' } = places.get(`${column.key} ${key}`) ?? {};
        return { count, amount: column.hasAmount ? amount : null };
      }),
    ),
  );
  const totals = columns.map(
    ({ hasAmount }, at): ReportCell => ({
      count: rows.reduce((sum, { cells }) => sum + (cells[at]?.count ?? 0), 0),
      amount: hasAmount ? addedUp(rows.map(({ cells }) => cells[at]?.amount ?? '0.00')) : null,
    }),
  );
  return {
    ...{ heading: ROWS[reportNamed(name).rows].heading, columns, rows },
    rates: rates.map(({ label }) => label),
    total: rowOf(null, 'Total', totals),
  };
}
