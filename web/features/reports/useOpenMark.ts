import {
  listBehind,
  type ReportColumn,
  type ReportName,
  type ReportScope,
} from '@insuremanager/contracts/reports/reports';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { addressBehind } from './reportAddress';

/** Where a row and a column meet; without a row, all rows together. */
export interface Mark {
  readonly column: ReportColumn;
  readonly row: string | null;
}

/** The address of what a mark counts; null where there can be nothing. */
export function addressOfMark(name: ReportName, scope: ReportScope, mark: Mark): string | null {
  const behind = listBehind(name, scope, mark);
  return behind && addressBehind(behind);
}

/** Opens the list that a mark counts. */
export function useOpenMark(name: ReportName, scope: ReportScope) {
  const navigate = useNavigate();
  return useCallback(
    (mark: Mark) => {
      const address = addressOfMark(name, scope, mark);
      if (address) navigate(address);
    },
    [name, scope, navigate],
  );
}
