import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import { invalid, type Refusal } from '@insuremanager/services/platform/errors';
import type { SheetRow } from './spreadsheet.js';

/** In whose name an import writes. */
export const importer: Actor = { userId: 0, username: 'import', role: 'system' };

/** What a row says, by the fields of the input: '' where it says nothing. */
export const rowFields = <Field extends string>(
  { cells }: SheetRow,
  columnOf: Readonly<Record<Field, string>>,
): Record<Field, string> =>
  Object.fromEntries(
    Object.entries<string>(columnOf).map(([field, column]) => [field, cells[column] ?? '']),
  ) as Record<Field, string>;

/** What a schema says against a row, as the refusal of a command would say it. */
export const refusalOf = (
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Refusal =>
  invalid(
    issues.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      code: 'invalid-input',
      message,
    })),
  );
