import * as history from '@insuremanager/contracts/history';
import * as lists from '@insuremanager/contracts/lists';
import * as warnings from '@insuremanager/contracts/rules/warning';
import { objectType } from './describedTypes.js';

export const BoundedCount = objectType('BoundedCount', lists.BoundedCount);

export const Warning = objectType('Warning', warnings.Warning, {
  description: 'Something that is accepted and yet looks wrong.',
});

objectType('HistoryActor', history.HistoryActor);
objectType('FieldChange', history.FieldChange);
objectType('HistoryImport', history.OfImport, {
  description: 'The import of a spreadsheet by which something was written, or taken back again.',
});
export const HistoryEntry = objectType('HistoryEntry', history.HistoryEntry, {
  description: 'One event of a record, described for people.',
});
