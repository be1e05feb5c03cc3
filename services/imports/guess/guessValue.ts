import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';

/** What a text of a choice field means: "Compr." is `comprehensive`; null where that is unknown. */
export function guessValue(_kind: SheetKind, _field: string, _text: string): string | null {
  return null;
}
