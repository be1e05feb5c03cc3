import { EXPORT_FORMATS, EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import {
  EXPORT_STATES,
  EXPORTS_LISTED,
  ExportInput,
  ExportView,
} from '@insuremanager/contracts/exports/exportViews';
import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { startExport } from '../exports/exportJobRoutes.js';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

const ListEnum = enumType('ExportedList', EXPORTED_LISTS);
const FormatEnum = enumType('ExportFormat', EXPORT_FORMATS);
enumType('ExportState', EXPORT_STATES);

const Export = objectType('Export', ExportView, {
  description: 'A list that is made a file in the background, for whoever asked for it.',
});

const ExportArg = inputObject('ExportInput', {
  list: ListEnum,
  format: FormatEnum,
  query: {
    type: String,
    defaultValue: '',
    description: 'Filter, sort and columns as by REST: city=Kochi&sort=name',
  },
});

@Resolver()
export class ExportResolver {
  @Query(() => [Export], {
    description: 'The user’s own, the newest first.',
    complexity: ({ childComplexity }) => LOOKUP_COST + EXPORTS_LISTED * childComplexity,
  })
  exports(@Ctx() { exports, user }: GraphqlContext): Promise<ExportView[]> {
    return exports.list(user.userId);
  }

  @Mutation(() => Export, {
    description: 'Asks for one; it is made in the background.',
    complexity: CHANGE_COST,
  })
  startExport(
    @Arg('input', () => ExportArg) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ExportView> {
    const command = commandOf(context, commandId);
    return startExport(context, validated(ExportInput, { ...input }), context.user, command);
  }

  @Mutation(() => Export, {
    description: 'Ends one that is not over, or removes the file of one that is ready.',
    complexity: CHANGE_COST,
  })
  cancelExport(
    @Arg('id', () => Int) id: number,
    @Ctx() { exports, user }: GraphqlContext,
  ): Promise<ExportView> {
    return exports.cancel(id, user.userId);
  }
}
