import { MenuDivider, MenuItem } from '@blueprintjs/core';
import { Th } from '@blueprintjs/icons';
import type { ExportedList, ExportFormat } from '@insuremanager/contracts/exports/exportedLists';
import type { ExportView } from '@insuremanager/contracts/exports/exportViews';
import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { awaitExports, exportsAwaited } from '../../../data/exportsHere';
import { useSessionState } from '../../../data/useSessionState';
import { ActionMenu } from '../../ActionMenu';
import { labelOf } from '../../labels';
import { useToast } from '../../toaster/Toaster';
import { cancelExport, type ExportContent, type ExportWanted, exportFile } from './exportFile';
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
  const save = useExport(description);
  const itemsOf = (what: string, wanted: Pick<ExportWanted, 'columns'>) =>
    (['xlsx', 'csv'] as const).map((format) => (
      <MenuItem
        key={format}
        icon={<Th />}
        text={`${FORMATS[format]}, ${what}`}
        onClick={() => void save({ list, format, content, ...wanted })}
      />
    ));
  return (
    <ActionMenu label="Export">
      {itemsOf('columns shown', { columns: fileColumns(list, columns) })}
      <MenuDivider />
      {itemsOf('all details', {})}
    </ActionMenu>
  );
}

/** How long cancelling is offered, in milliseconds. */
const CANCEL_MS = 10_000;

function useExport(description: ExportParts['description']) {
  const showToast = useToast();
  const { markEnded } = useSessionState();
  const fail = (description: string) =>
    showToast({ title: 'Error', description, tone: 'destructive' });

  const cancel = async (id: number) => {
    const failure = await cancelExport(id);
    if (failure) fail(failure);
    // Whoever shows it asks anew.
    awaitExports((exportsAwaited() ?? []).filter((one) => one !== id));
  };
  const tellOf = ({ id, list }: ExportView) => {
    awaitExports([...(exportsAwaited() ?? []), id]);
    showToast({
      title: `Exporting ${labelOf(list).replaceAll('-', ' ')}`,
      description: 'The list is long: its file is made while you go on. It will be under Exports.',
      action: { text: 'Cancel', onAction: () => void cancel(id) },
      duration: CANCEL_MS,
    });
  };
  return async (wanted: ExportWanted): Promise<void> => {
    const outcome = await exportFile(wanted, description);
    if (outcome === null) return;
    if (!('failure' in outcome)) return tellOf(outcome);
    if (outcome.failure.isSessionOver) return markEnded();
    fail(outcome.failure.sentence ?? 'Failed to export. Please try again.');
  };
}
