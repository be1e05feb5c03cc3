import type { ExportView } from '@insuremanager/contracts/exports/exportViews';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { formatCount, formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';

/** Such as "Health policies". */
export const nameOfExport = ({ list }: Pick<ExportView, 'list'>): string =>
  labelOf(list.replaceAll('-', '_'));

export const FORMAT_NAMES = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<
  ExportView['format'],
  string
>;

const recordsOf = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** How far an export is, or what became of it. */
export function describeExport(one: ExportView): string {
  const { state, rows, total, size, reason } = one;
  switch (state) {
    case 'waiting':
      return 'Waits for others before it';
    case 'running':
      return total === null ? 'Begins' : `${formatCount(rows)} of ${recordsOf(total)}`;
    case 'ready':
      return `${recordsOf(rows)}, ${formatFileSize(size ?? 0)}`;
    case 'failed':
      return reason ?? 'Something went wrong. Export the list again.';
    case 'cancelled':
      return 'Cancelled';
    case 'expired':
      return 'The file was removed';
  }
}

/** Until when there is a file, or when it was asked for. */
export const timeOfExport = ({ state, askedAt, expiresAt }: ExportView): string =>
  state === 'ready' && expiresAt !== null
    ? `Until ${formatInstant(expiresAt)}`
    : formatInstant(askedAt);

/** From 0 to 1; undefined while nobody knows. */
export const shareOf = ({ state, rows, total }: ExportView): number | undefined =>
  state === 'running' && total ? rows / total : undefined;
