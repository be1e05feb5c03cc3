import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';
import type { DateOrder } from '../guess/guessSheet.js';

/** How a sheet is to be read. */
export interface Habits {
  readonly dateOrder: DateOrder;
  /** What was said of the texts of choice fields: by field, then by text, both as they stand. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * A cell's text, made what the schema of the form's field accepts. What cannot be read comes back
 * as it is, and the schema refuses it with the form's own sentence.
 */
export function cellText(_kind: SheetKind, _field: string, text: string, _habits: Habits): string {
  return text;
}
