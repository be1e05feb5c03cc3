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
  const { state, rows, total, size, reason, expiresAt } = one;
  switch (state) {
    case 'waiting':
      return 'Waits for others before it';
    case 'running':
      return total === null ? 'Begins' : `${formatCount(rows)} of ${recordsOf(total)}`;
    case 'ready': {
      const until = expiresAt === null ? '' : `, until ${formatInstant(expiresAt)}`;
      return `${recordsOf(rows)}, ${formatFileSize(size ?? 0)}${until}`;
    }
    case 'failed':
      return reason ?? 'Something went wrong. Export the list again.';
    case 'cancelled':
      return 'Cancelled';
    case 'expired':
      return 'The file was removed';
  }
}

/** From 0 to 1; undefined while nobody knows. */
export const shareOf = ({ state, rows, total }: ExportView): number | undefined =>
  state === 'running' && total ? rows / total : undefined;
