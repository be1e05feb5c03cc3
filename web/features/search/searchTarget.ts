import type { RecordKey, RecordKind } from '../../records/addresses';

export const SEARCH_PLACEHOLDER = 'Search customers, policies, documents...';

/** Where an option leads: to a record, to the list with all that was found, or to what it does. */
export type SearchTarget =
  | { to: 'record'; record: RecordKey }
  | { to: 'list'; kind: RecordKind; query: string }
  | { to: 'command'; run: () => void };

/** What the field has to know of the options below it. */
export interface FieldState {
  activeId: string | undefined;
  isExpanded: boolean;
}
