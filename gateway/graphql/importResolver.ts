import { SHEET_KINDS } from '@insuremanager/contracts/imports/importTargets';
import * as views from '@insuremanager/contracts/imports/importViews';
import { isMissing } from '@insuremanager/contracts/rules/text';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { rowsWanted } from './pageArgs.js';
import { costOfPage, LOOKUP_COST } from './queryCosts.js';
import { change, mutation, query, rootFields } from './rootFields.js';

const KindEnum = enumType('SheetKind', SHEET_KINDS);
const OrderEnum = enumType('DateOrder', views.DATE_ORDERS);
enumType('ImportState', views.IMPORT_STATES);
enumType('RowOutcome', views.ROW_OUTCOMES);
enumType('ImportedRecord', views.IMPORTED_RECORDS);

objectType('ImportValue', views.ImportValue);
objectType('ImportColumn', views.ImportColumn);
objectType('ImportOutcome', views.ImportOutcome);
objectType('ImportSheet', views.ImportSheet);
objectType('ImportCounts', views.ImportCounts);
objectType('ImportCellProblem', views.ImportCellProblem);
objectType('ImportRecordRef', views.ImportRecordRef);
objectType('ImportFieldChange', views.ImportFieldChange);
const Import = objectType('Import', views.ImportView, {
  description: 'A spreadsheet that becomes records, by the commands of the forms.',
});
const Problem = objectType('ImportProblem', views.ImportProblem, {
  description: 'What is wrong with rows, by kind.',
});
const Row = objectType('ImportRow', views.ImportRow);

const Rows = answerObject('ImportRows', {
  items: [Row],
  nextCursor: { type: String, nullable: true, description: 'Null on the last page.' },
  count: { type: Int, description: 'All that are wanted.' },
});

const SheetValue = inputObject('SheetValueInput', {
  column: Int,
  text: String,
  meaning: {
    type: String,
    nullable: true,
    description: 'Null: it is not understood any more.',
  },
});

const ID_ARG = { id: Int };
const SHEET = { id: Int, sheet: Int };

export const importResolvers = rootFields({
  imports: query(
    [Import],
    {
      description: 'The newest first.',
      complexity: ({ childComplexity }) =>
        LOOKUP_COST + (views.IMPORTS_LISTED * childComplexity) / 2,
    },
    (_, { imports }) => imports.list(),
  ),

  import: query(Import, { nullable: true, args: ID_ARG }, ({ id }, { imports }) =>
    imports.find(id),
  ),

  importProblems: query(
    [Problem],
    { description: 'What is wrong with rows, by kind, the most frequent first.', args: ID_ARG },
    ({ id }, { imports }) => imports.problems(id),
  ),

  importRows: query(
    Rows,
    {
      complexity: costOfPage,
      args: {
        ...SHEET,
        only: {
          type: String,
          nullable: true,
          description: 'An outcome, or the code of a problem; null: all.',
        },
        column: {
          type: Int,
          nullable: true,
          description: 'With a code, or a text: in this column.',
        },
        text: {
          type: String,
          nullable: true,
          description: 'Those whose cell in the column has it; null: any.',
        },
        after: {
          type: String,
          nullable: true,
          description: 'The `nextCursor` of the page before: the number of its last row.',
        },
        first: {
          type: Int,
          defaultValue: 50,
          description: `Rows wanted, 1 to ${views.MOST_SHEET_ROWS_SHOWN}.`,
        },
      },
    },
    ({ id, sheet, only, column, text, after, first }, { imports }) =>
      imports.rows(id, {
        sheet,
        only: isMissing(only) ? null : only,
        column: column ?? null,
        text: text ?? null,
        after: after ?? null,
        first: rowsWanted(first, views.MOST_SHEET_ROWS_SHOWN),
      }),
  ),

  mapImportSheet: mutation(
    Import,
    {
      description: 'Says what a sheet is and how it is read. It has to be checked again.',
      args: {
        ...SHEET,
        kind: { type: KindEnum, nullable: true, description: 'Null: the sheet is not imported.' },
        columns: {
          type: [String],
          nullable: 'items',
          description: 'The field of each column.',
        },
        dateOrder: { type: OrderEnum, defaultValue: 'dmy' },
        values: { type: [SheetValue], defaultValue: [] },
      },
    },
    ({ id, sheet, kind, columns, dateOrder, values }, { imports }) => {
      const said = values.map(({ column, text, meaning }) => ({
        ...{ column, text, meaning: meaning ?? null },
      }));
      const mapping = { kind: kind ?? null, columns, dateOrder, values: said };
      return imports.mapSheet(id, sheet, validated(views.SheetMapping, mapping));
    },
  ),

  checkImport: mutation(
    Import,
    { description: 'Has all rows checked, in the background. Nothing is written.', args: ID_ARG },
    ({ id }, { imports }) => imports.check(id),
  ),

  repairImportCell: mutation(
    Import,
    {
      description: 'Changes a cell, and checks its row again.',
      args: { ...SHEET, row: Int, column: Int, text: String },
    },
    ({ id, ...repair }, { imports }) => imports.repairCell(id, validated(views.CellRepair, repair)),
  ),

  repairImportCells: mutation(
    Import,
    {
      description:
        'Changes all cells of a column that have this text, and checks their rows again.',
      args: { ...SHEET, column: Int, from: String, to: String },
    },
    ({ id, ...repair }, { imports }) =>
      imports.repairCells(id, validated(views.CellsRepair, repair)),
  ),

  takeImportDuplicates: mutation(
    Import,
    {
      description: 'Whether rows that look like what exists are written nevertheless.',
      args: {
        ...SHEET,
        rows: {
          type: [Int],
          nullable: true,
          description: 'Null: all duplicates of the sheet.',
        },
        areTaken: Boolean,
      },
    },
    ({ id, sheet, rows, areTaken }, { imports }) =>
      imports.takeDuplicates(id, { sheet, rows: rows ?? null, areTaken }),
  ),

  startImport: change(
    Import,
    { description: 'Writes what was checked, in the background.', args: ID_ARG },
    ({ id }, { imports }, command) => imports.start(id, command),
  ),

  pauseImport: mutation(Import, { args: ID_ARG }, ({ id }, { imports }) => imports.pause(id)),

  resumeImport: mutation(Import, { args: ID_ARG }, ({ id }, { imports }) => imports.resume(id)),

  undoImport: change(
    Import,
    {
      description: 'Takes back what it wrote, in the background, except what people changed since.',
      args: ID_ARG,
    },
    ({ id }, { imports }, command) => imports.undo(id, command),
  ),

  discardImport: mutation(
    Boolean,
    { description: 'Removes one that was never started.', args: ID_ARG },
    async ({ id }, { imports }) => {
      await imports.discardImport(id);
      return true;
    },
  ),
});
