import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { quotationFigures } from './quotationFigures.js';
import { quotationList } from './quotationList.js';
import { quotationLookups } from './quotationLookups.js';
import { quotationMatches } from './quotationMatches.js';

/** All that is read of quotations. `clock` says which day it is in Kolkata. */
export const quotationQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  ...quotationList(tables, cursors, clock),
  ...quotationLookups(tables, clock),
  ...quotationFigures(tables),
  ...quotationMatches(tables),
});
