import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';

export interface GuessedSheet {
  /** Null where neither names nor contents say it. */
  readonly kind: SheetKind | null;
  /** The target field of each column; null for what is not imported. Each field at most once. */
  readonly columns: readonly (string | null)[];
  readonly dateOrder: DateOrder;
}

/** What comes first in a date such as 03/04/2024. */
export type DateOrder = 'dmy' | 'mdy';

/** @param examples rows below the header, some dozens to some hundreds. */
export function guessSheet(
  header: readonly string[],
  _examples: readonly (readonly string[])[],
  _of?: { readonly kind: SheetKind },
): GuessedSheet {
  return { kind: null, columns: header.map(() => null), dateOrder: 'dmy' };
}
