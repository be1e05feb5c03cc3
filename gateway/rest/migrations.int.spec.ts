import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatField } from '@insuremanager/contracts/fields/fields';
import {
  CONTINUES,
  CUSTOMER_LINKS,
  IMPORT_TARGETS,
  SHEET_KIND_LABELS,
  SHEET_KINDS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import type {
  ImportedRecord,
  ImportRow,
  ImportSheet,
  ImportView,
} from '@insuremanager/contracts/imports/importViews';
import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { importing } from '@insuremanager/deploy/testing/importing';
import { type Cell, xlsxOf } from '@insuremanager/services/imports/testing/workbooks';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';

// The pages for those who change over are what is tested: their tables say which sample is uploaded
// in which step, what its columns become, and what is then in the records.

const PAGES = new URL('../../docs/migrate/', import.meta.url);

interface Step {
  /** Steps of one number are tabs of one workbook. */
  readonly step: string;
  readonly sample: string;
  readonly as: string;
  readonly kind: SheetKind;
  readonly isKindByHand: boolean;
  readonly outcomes: string;
}

interface Column {
  readonly header: string;
  /** Null: it is not imported. */
  readonly becomes: string | null;
  readonly isByHand: boolean;
  readonly example: string;
  readonly inRecord: string;
}

interface Page {
  readonly name: string;
  readonly steps: readonly Step[];
  /** By sample, and by what its rows are taken for. */
  readonly columns: ReadonlyMap<string, readonly Column[]>;
}

const BY_HAND = ', by hand';
const plainOf = (cell: string): string => cell.replace(/`|\[([^\]]*)\]\([^)]*\)/g, '$1').trim();

/** The rows of the table below a heading, by the names of its columns. */
const tableBelow = (text: string): Record<string, string>[] => {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = (line: string) => line.split('|').slice(1, -1).map(plainOf);
  const [names = [], , ...rows] = lines.map(cells);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
};

function readPage(file: string): Page {
  const text = readFileSync(new URL(file, PAGES), 'utf8');
  const [, ...sections] = text.split(/^## /m);
  const steps = sections
    .filter((section) => section.startsWith('Steps'))
    .flatMap(tableBelow)
    .map((row): Step => {
      const label = (row['rows are'] ?? '').replace(BY_HAND, '');
      const kind = SHEET_KINDS.find((one) => SHEET_KIND_LABELS[one] === label);
      if (!kind) throw new Error(`${file}: "${label}" is no kind of rows`);
      return {
        ...{ step: row.step ?? '', sample: row.sample ?? '', as: row.as ?? '', kind },
        isKindByHand: row['rows are'] !== label,
        outcomes: row['becomes of its rows'] ?? '',
      };
    });
  const columns = new Map(
    sections.flatMap((section) => {
      const [, sample, label] = /^Columns of `([^`]+)`(?: as (.+))?\n/.exec(section) ?? [];
      if (sample === undefined) return [];
      const rows = tableBelow(section).map((row): Column => {
        const becomes = (row.becomes ?? '').replace(BY_HAND, '');
        return {
          ...{ header: row.column ?? '', example: row['for example'] ?? '' },
          becomes: becomes === 'not imported' ? null : becomes,
          isByHand: row.becomes !== becomes,
          inRecord: row['in the record'] ?? '',
        };
      });
      return [[label === undefined ? sample : `${sample} ${label}`, rows] as const];
    }),
  );
  return { name: file, steps, columns };
}

const pages = readdirSync(PAGES)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map(readPage);

const sampleRows = async (sample: string): Promise<string[][]> =>
  parse(await readFile(new URL(`samples/${sample}`, PAGES)), { bom: true });

/** What Excel makes of what is typed: days and numbers. */
const cellOf = (text: string): Cell => {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return { day: `${year}-${month}-${day}` };
  return /^[1-9]\d{0,14}(?:\.\d+)?$/.test(text) ? Number(text) : text;
};

const calls = gatewayFixture();
const { fixture, send } = calls;
const { uploaded, mutate, check, write, undo, rows, caughtUp } = importing(calls);
beforeAll(() => fixture.gateway.importer.start());

const labelsOf = (kind: SheetKind): ReadonlyMap<string, string> => {
  const targets: Readonly<Record<string, Field>> = IMPORT_TARGETS[kind];
  return new Map(Object.entries(targets).map(([name, { label }]) => [label, name]));
};
const fieldOf = (kind: SheetKind, { becomes }: Column): string | null => {
  if (becomes === null) return null;
  const field = labelsOf(kind).get(becomes);
  if (field === undefined) throw new Error(`Rows of ${kind} have no "${becomes}"`);
  return field;
};

const PATHS: Readonly<Record<ImportedRecord, string>> = {
  customer: 'customers',
  health: 'health-policies',
  vehicle: 'vehicle-policies',
  quotation: 'quotations',
  document: 'documents',
  claim: 'claims',
  lead: 'leads',
};
type RestRecord = Readonly<Record<string, unknown>>;
const asked = new Map<string, Promise<RestRecord>>();
const recordOf = (kind: ImportedRecord, id: number): Promise<RestRecord> => {
  const path = `/api/${PATHS[kind]}/${id}`;
  const answer =
    asked.get(path) ?? send('GET', path).then(({ json }) => json as unknown as RestRecord);
  asked.set(path, answer);
  return answer;
};

/** What a person sees of a field; of what says whose a row is, who that is. */
async function shownIn(row: ImportRow, column: string): Promise<string> {
  if (!row.record) throw new Error(`Row ${row.row} became no record`);
  const { kind, id } = row.record;
  const record = await recordOf(kind, id);
  const isLink = (CUSTOMER_LINKS as readonly string[]).includes(column);
  if (isLink) return String((await recordOf('customer', Number(record.customerId))).name);
  if (column === 'ref') return 'kept for later files';
  const name = CONTINUES[column]?.behind ?? column;
  if (name === 'kind') return kind;
  const fields: Readonly<Record<string, Field>> =
    kind === 'customer' ? customerFields : policyFields;
  const field = fields[name];
  if (!field) throw new Error(`A ${kind} has no ${name}`);
  const read = field.input.safeParse(field.toForm(record[name] as never));
  return (formatField(field, read.success ? read.data : record[name]) ?? '').replaceAll('\n', ' ');
}

async function upload(steps: readonly Step[]): Promise<ImportView> {
  const [first] = steps;
  if (first?.as === 'CSV') {
    return uploaded(first.sample, await readFile(new URL(`samples/${first.sample}`, PAGES)));
  }
  const tabs = await Promise.all(
    steps.map(async ({ sample }) => ({
      name: sample.replace('.csv', ''),
      rows: (await sampleRows(sample)).map((cells) => cells.map(cellOf)),
    })),
  );
  return uploaded('workbook.xlsx', await xlsxOf(tabs));
}

/** Says what the page tells to say by hand. */
async function say(id: number, sheet: ImportSheet, step: Step, columns: readonly Column[]) {
  const { kind } = step;
  const fields = columns.map((column) => fieldOf(kind, column));
  const declared =
    '($id: Int!, $sheet: Int!, $kind: SheetKind, $columns: [String]!, $dateOrder: DateOrder!)';
  const args = 'id: $id, sheet: $sheet, kind: $kind, columns: $columns, dateOrder: $dateOrder';
  const { index, dateOrder } = sheet;
  const variables = { id, sheet: index, kind, columns: fields, dateOrder };
  // A kind of its own has its columns guessed anew; then one says what else there is.
  if (step.isKindByHand) await mutate('mapImportSheet', args, variables, declared);
  await mutate('mapImportSheet', args, variables, declared);
}

const WORDS = [
  ['done', 'imported'],
  ['same', 'the same'],
  ['duplicate', 'left out as duplicates'],
  ['problem', 'left out with problems'],
  ['rejected', 'refused'],
] as const;
const saidOf = (outcomes: ImportSheet['outcomes']): string =>
  WORDS.flatMap(([outcome, words]) =>
    outcomes.filter((one) => one.outcome === outcome).map(({ rows: count }) => `${count} ${words}`),
  ).join(', ');

describe.each(pages)('docs/migrate/$name', ({ steps, columns }) => {
  it('says what becomes of each sheet, column and row', async () => {
    expect(steps.length).toBeGreaterThan(0);
    const done: ImportView[] = [];
    for (const number of new Set(steps.map(({ step }) => step))) {
      const together = steps.filter(({ step }) => step === number);
      const view = await upload(together);
      expect(view.sheets).toHaveLength(together.length);
      const said = together.map((step, at) => {
        const sheet = view.sheets[at] as ImportSheet;
        const label = `${step.sample} ${SHEET_KIND_LABELS[step.kind]}`;
        const told = columns.get(label) ?? columns.get(step.sample);
        if (!told) throw new Error(`No table says what the columns of ${step.sample} become`);
        return { step, sheet, told };
      });
      for (const { step, sheet, told } of said) {
        expect(sheet.columns.map(({ header }) => header)).toEqual(told.map(({ header }) => header));
        if (!step.isKindByHand) {
          expect([step.sample, sheet.kind]).toEqual([step.sample, step.kind]);
          // What is said by hand may have been guessed otherwise, or not at all.
          const guessed = told.flatMap((column, nth) =>
            column.isByHand ? [] : [[column.header, sheet.columns[nth]?.field]],
          );
          expect(guessed).toEqual(
            told.flatMap((column) =>
              column.isByHand ? [] : [[column.header, fieldOf(step.kind, column)]],
            ),
          );
        }
        if (step.isKindByHand || told.some(({ isByHand }) => isByHand)) {
          await say(view.id, sheet, step, told);
        }
      }
      await check(view.id);
      const written = await write(view.id);
      await caughtUp();
      done.push(written);
      for (const [at, { step, told }] of said.entries()) {
        expect([step.sample, saidOf(written.sheets[at]?.outcomes ?? [])]).toEqual([
          ...[step.sample, step.outcomes],
        ]);
        const items = await rows(view.id, at);
        const [, ...cells] = await sampleRows(step.sample);
        for (const [nth, column] of told.entries()) {
          const field = fieldOf(step.kind, column);
          // The first row that says something there and became a record.
          const of = cells.findIndex(
            (row, one) => row[nth] !== '' && items[one]?.outcome === 'done',
          );
          const example = (cells[of]?.[nth] ?? '').replaceAll('\n', ' ').replaceAll('\u200d', '');
          const item = items[of];
          const shown = field === null || !item ? '' : await shownIn(item, field);
          expect([step.sample, column.header, column.example, column.inRecord]).toEqual([
            ...[step.sample, column.header, example, shown],
          ]);
        }
      }
    }
    // All of it can be taken back, the last first.
    for (const { id, counts } of done.toReversed()) {
      const undone = await undo(id);
      expect(undone.counts).toMatchObject({ undone: counts.created + counts.changed, kept: 0 });
    }
  });
});
