import { EXPORT_FORMATS, EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import {
  EXPORT_STATES,
  EXPORTS_LISTED,
  ExportInput,
  ExportView,
} from '@insuremanager/contracts/exports/exportViews';
import { Int } from 'type-graphql';
import { startExport } from '../exports/exportJobRoutes.js';
import { validated } from '../validated.js';
import { inputObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { change, mutation, query, rootFields } from './rootFields.js';

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

export const exportResolvers = rootFields({
  exports: query(
    [Export],
    {
      description: 'The user’s own, the newest first.',
      complexity: ({ childComplexity }) => LOOKUP_COST + EXPORTS_LISTED * childComplexity,
    },
    (_, { exports, user }) => exports.list(user.userId),
  ),

  startExport: change(
    Export,
    { description: 'Asks for one; it is made in the background.', args: { input: ExportArg } },
    ({ input }, context, command) =>
      startExport(context, validated(ExportInput, { ...input }), context.user, command),
  ),

  cancelExport: mutation(
    Export,
    {
      description: 'Ends one that is not over, or removes the file of one that is ready.',
      args: { id: Int },
    },
    ({ id }, { exports, user }) => exports.cancel(id, user.userId),
  ),
});
