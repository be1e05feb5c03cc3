import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policyFigures } from './policyFigures.js';
import { policyList } from './policyList.js';
import { policyLookups } from './policyLookups.js';
import { policyMatches } from './policyMatches.js';

/** All that is read of policies. `clock` says which day it is in Kolkata. */
export const policyQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  ...policyList(tables, cursors, clock),
  ...policyLookups(tables, clock),
  ...policyFigures(tables, clock),
  ...policyMatches(tables),
});
