import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { screenPath } from '../data/pastDay';
import { useAddress } from '../ui/useAddress';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES, type RecordKey } from './addresses';

/** What else a list screen may have open; the record takes its place. */
const CLOSED = {
  tab: null,
  asof: null,
  add: null,
  edit: null,
  change: null,
  upload: null,
  schedule: null,
};

/** Opens a record from wherever one is; closing it, or Back, leads there again. */
export function useOpenRecord(): (record: RecordKey) => void {
  const navigate = useNavigate();
  const { open } = useAddress();
  return useCallback(
    (record: RecordKey) => {
      const { path, parameter } = RECORD_PLACES[record.kind];
      // On the screen itself, its search and filters stay.
      if (screenPath() === path) open({ ...CLOSED, [parameter]: String(record.id) });
      else navigate(addressOfRecord(record), { state: OPENED_HERE });
    },
    [navigate, open],
  );
}
