import { SHEET_KINDS, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import * as views from '@insuremanager/contracts/imports/importViews';
import { isMissing } from '@insuremanager/contracts/rules/text';
import type { ImportRowsPage } from '@insuremanager/services/imports/index';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { rowsWanted } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST } from './queryCosts.js';

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

@ObjectType()
class ImportRows {
  @Field(() => [Row])
  readonly items!: readonly views.ImportRow[];

  @Field(() => String, { nullable: true, description: 'Null on the last page.' })
  readonly nextCursor!: string | null;

  @Field(() => Int, { description: 'All that are wanted.' })
  readonly count!: number;
}

@InputType()
class SheetValueInput {
  @Field(() => Int)
  column!: number;
  @Field(() => String)
  text!: string;
  @Field(() => String, { nullable: true, description: 'Null: it is not understood any more.' })
  meaning!: string | null;
}

@ArgsType()
class MappingArgs {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  sheet!: number;
  @Field(() => KindEnum as ClassType, {
    nullable: true,
    description: 'Null: the sheet is not imported.',
  })
  kind!: SheetKind | null;
  @Field(() => [String], { nullable: 'items', description: 'The field of each column.' })
  columns!: (string | null)[];
  @Field(() => OrderEnum as ClassType, { defaultValue: 'dmy' })
  dateOrder!: views.DateOrder;
  @Field(() => [SheetValueInput], { defaultValue: [] })
  values!: SheetValueInput[];
}

@ArgsType()
class RowsArgs {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  sheet!: number;
  @Field(() => String, {
    nullable: true,
    description: 'An outcome, or the code of a problem; null: all.',
  })
  only!: string | null;
  @Field(() => Int, { nullable: true, description: 'With a code, or a text: in this column.' })
  column!: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Those whose cell in the column has it; null: any.',
  })
  text!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The `nextCursor` of the page before: the number of its last row.',
  })
  after!: string | null;
  @Field(() => Int, {
    defaultValue: 50,
    description: `Rows wanted, 1 to ${views.MOST_SHEET_ROWS_SHOWN}.`,
  })
  first!: number;
}

@Resolver()
export class ImportResolver {
  @Query(() => [Import], {
    description: 'The newest first.',
    complexity: ({ childComplexity }) => LOOKUP_COST + (views.IMPORTS_LISTED * childComplexity) / 2,
  })
  imports(@Ctx() { imports }: GraphqlContext): Promise<views.ImportView[]> {
    return imports.list();
  }

  @Query(() => Import, { nullable: true, complexity: LOOKUP_COST })
  import(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView | null> {
    return imports.find(id);
  }

  @Query(() => [Problem], {
    description: 'What is wrong with rows, by kind, the most frequent first.',
    complexity: LOOKUP_COST,
  })
  importProblems(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportProblem[]> {
    return imports.problems(id);
  }

  @Query(() => ImportRows, { complexity: costOfPage })
  importRows(
    @Args(() => RowsArgs) { id, sheet, only, column, text, after, first }: RowsArgs,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<ImportRowsPage> {
    return imports.rows(id, {
      sheet,
      only: isMissing(only) ? null : only,
      column: column ?? null,
      text: text ?? null,
      after: after ?? null,
      first: rowsWanted(first, views.MOST_SHEET_ROWS_SHOWN),
    });
  }

  @Mutation(() => Import, {
    description: 'Says what a sheet is and how it is read. It has to be checked again.',
    complexity: CHANGE_COST,
  })
  mapImportSheet(
    @Args(() => MappingArgs) { id, sheet, values, ...mapping }: MappingArgs,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    const said = values.map(({ column, text, meaning }) => ({
      ...{ column, text, meaning: meaning ?? null },
    }));
    const input = validated(views.SheetMapping, {
      ...{ kind: mapping.kind ?? null, columns: mapping.columns },
      ...{ dateOrder: mapping.dateOrder, values: said },
    });
    return imports.mapSheet(id, sheet, input);
  }

  @Mutation(() => Import, {
    description: 'Has all rows checked, in the background. Nothing is written.',
    complexity: CHANGE_COST,
  })
  checkImport(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.check(id);
  }

  @Mutation(() => Import, {
    description: 'Changes a cell, and checks its row again.',
    complexity: CHANGE_COST,
  })
  repairImportCell(
    @Arg('id', () => Int) id: number,
    @Arg('sheet', () => Int) sheet: number,
    @Arg('row', () => Int) row: number,
    @Arg('column', () => Int) column: number,
    @Arg('text', () => String) text: string,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.repairCell(id, validated(views.CellRepair, { sheet, row, column, text }));
  }

  @Mutation(() => Import, {
    description: 'Changes all cells of a column that have this text, and checks their rows again.',
    complexity: CHANGE_COST,
  })
  repairImportCells(
    @Arg('id', () => Int) id: number,
    @Arg('sheet', () => Int) sheet: number,
    @Arg('column', () => Int) column: number,
    @Arg('from', () => String) from: string,
    @Arg('to', () => String) to: string,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.repairCells(id, validated(views.CellsRepair, { sheet, column, from, to }));
  }

  @Mutation(() => Import, {
    description: 'Whether rows that look like what exists are written nevertheless.',
    complexity: CHANGE_COST,
  })
  takeImportDuplicates(
    @Arg('id', () => Int) id: number,
    @Arg('sheet', () => Int) sheet: number,
    @Arg('rows', () => [Int], { nullable: true, description: 'Null: all duplicates of the sheet.' })
    rows: number[] | null,
    @Arg('areTaken', () => Boolean) areTaken: boolean,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.takeDuplicates(id, { sheet, rows: rows ?? null, areTaken });
  }

  @Mutation(() => Import, {
    description: 'Writes what was checked, in the background.',
    complexity: CHANGE_COST,
  })
  startImport(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<views.ImportView> {
    return context.imports.start(id, commandOf(context, commandId));
  }

  @Mutation(() => Import, { complexity: CHANGE_COST })
  pauseImport(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.pause(id);
  }

  @Mutation(() => Import, { complexity: CHANGE_COST })
  resumeImport(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<views.ImportView> {
    return imports.resume(id);
  }

  @Mutation(() => Import, {
    description: 'Takes back what it wrote, in the background, except what people changed since.',
    complexity: CHANGE_COST,
  })
  undoImport(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<views.ImportView> {
    return context.imports.undo(id, commandOf(context, commandId));
  }

  @Mutation(() => Boolean, {
    description: 'Removes one that was never started.',
    complexity: CHANGE_COST,
  })
  async discardImport(
    @Arg('id', () => Int) id: number,
    @Ctx() { imports }: GraphqlContext,
  ): Promise<boolean> {
    await imports.discardImport(id);
    return true;
  }
}
