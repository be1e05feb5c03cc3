import { MenuDivider, MenuItem } from '@blueprintjs/core';
import { Th } from '@blueprintjs/icons';
import type { ExportedList, ExportFormat } from '@insuremanager/contracts/exports/exportedLists';
import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { useSessionState } from '../../../data/useSessionState';
import { ActionMenu } from '../../ActionMenu';
import { useToast } from '../../toaster/Toaster';
import { type ExportContent, type ExportWanted, exportAddress, saveExport } from './exportFile';
import { fileColumns } from './fileColumns';

export interface ExportParts {
  list: ExportedList;
  description: Pick<ListDescription, 'criteria'>;
  /** Those that the list shows. */
  columns: readonly { readonly key: string }[];
  content: ExportContent;
}

const FORMATS: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', csv: 'CSV' };

/** The files that a list can be had as. */
export default function ExportMenu({ list, description, columns, content }: ExportParts) {
  const save = useSaveExport();
  const itemsOf = (what: string, wanted: Pick<ExportWanted, 'columns'>) =>
    (['xlsx', 'csv'] as const).map((format) => {
      const file = { list, format, content, ...wanted };
      const href = exportAddress(file, description);
      return (
        <MenuItem
          key={format}
          icon={<Th />}
          text={`${FORMATS[format]}, ${what}`}
          {...(href === null ? { onClick: () => void save(file) } : { href, download: true })}
        />
      );
    });
  return (
    <ActionMenu label="Export">
      {itemsOf('columns shown', { columns: fileColumns(list, columns) })}
      <MenuDivider />
      {itemsOf('all details', {})}
    </ActionMenu>
  );
}

function useSaveExport() {
  const showToast = useToast();
  const { markEnded } = useSessionState();
  return async (wanted: ExportWanted): Promise<void> => {
    const failure = await saveExport(wanted);
    if (!failure) return;
    if (failure.isSessionOver) return markEnded();
    const description = failure.sentence ?? 'Failed to export. Please try again.';
    showToast({ title: 'Error', description, tone: 'destructive' });
  };
}
