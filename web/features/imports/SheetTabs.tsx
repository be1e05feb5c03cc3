import { SHEET_KIND_LABELS } from '@insuremanager/contracts/imports/importTargets';
import { Link } from 'react-router';
import { useAddress } from '../../ui/useAddress';
import { rowsOf } from './importTexts';
import type { SheetOf } from './useImports';
import '../../ui/pageTabs.css';

interface SheetTabsProps {
  sheets: readonly SheetOf[];
  shown: SheetOf;
}

/** The sheets of a workbook, each at an address of its own; nothing where there is only one. */
export function SheetTabs({ sheets, shown }: SheetTabsProps) {
  const { params } = useAddress();
  if (sheets.length < 2) return null;
  const searchOf = (index: number) => {
    const step = params.get('step');
    return `?sheet=${index}${step === null ? '' : `&step=${step}`}`;
  };
  return (
    <nav className="page-tabs import-sheets" aria-label="Sheets">
      {sheets.map(({ index, name, kind, rowCount }) => (
        <Link
          key={index}
          to={{ search: searchOf(index) }}
          replace
          aria-current={index === shown.index ? 'page' : undefined}
        >
          <span dir="auto">{name || `Sheet ${index + 1}`}</span>
          <small>
            {kind ? SHEET_KIND_LABELS[kind] : 'Not imported'} · {rowsOf(rowCount)}
          </small>
        </Link>
      ))}
    </nav>
  );
}
