import { CONTINUES, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import { cellText, type Habits } from './cellText.js';

/**
 * What a row says, by the fields of its kind, each made what the form's field accepts: '' where it
 * says nothing. A last name stands behind the first, the second line of an address behind the first.
 */
export function rowTexts(
  kind: SheetKind,
  columns: readonly (string | null)[],
  cells: readonly string[],
  habits: Habits,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [at, field] of columns.entries()) {
    if (field !== null) texts[field] = cellText(kind, field, cells[at] ?? '', habits);
  }
  for (const [field, { behind, between }] of Object.entries(CONTINUES)) {
    const more = texts[field];
    if (more === undefined) continue;
    delete texts[field];
    texts[behind] = [texts[behind], more].filter(Boolean).join(between);
  }
  return texts;
}
