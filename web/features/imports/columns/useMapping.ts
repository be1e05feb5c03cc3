import type { SheetMapping } from '@insuremanager/contracts/imports/importViews';
import { useRef, useState } from 'react';
import { operation } from '../../../data/operation';
import { MapImportSheetDocument } from '../../../data/operations.generated';
import { useImportChange } from '../useImportChange';
import type { SheetOf } from '../useImports';
import { mappingOf } from './mapping';

const FAILED = 'Failed to save the columns. Please try again.';

/** How a sheet is read: shown at once as it was changed, and saved one change after another. */
export function useMapping(id: number, sheet: SheetOf) {
  const { change } = useImportChange();
  const [draft, setDraft] = useState<SheetMapping | null>(null);
  const newest = useRef<SheetMapping | null>(null);
  const saving = useRef(Promise.resolve());
  const save = (next: SheetMapping) => {
    setDraft(next);
    newest.current = next;
    saving.current = saving.current.then(async () => {
      // A later change says all that this one says.
      if (newest.current !== next) return;
      const { kind, columns, dateOrder, values } = next;
      const input = { kind, columns: [...columns], dateOrder, values: [...values] };
      await change(
        () => operation(MapImportSheetDocument, { id, sheet: sheet.index, ...input }),
        FAILED,
      );
      if (newest.current !== next) return;
      newest.current = null;
      setDraft(null);
    });
  };
  return { mapping: draft ?? mappingOf(sheet), isSaving: draft !== null, save };
}
