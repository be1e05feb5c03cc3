import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type RecordKey, recordAt } from '../../records/addresses';

const KEPT = 8;

/**
 * The records that were opened last, from wherever: newest first. Only which they are is kept, and
 * only in memory: it ends with the session and with the page, and leaves no trace of who was
 * looked at on a computer that others use too.
 */
export function useRecentRecords(): readonly RecordKey[] {
  const opened = recordAt(useLocation());
  const { kind, id } = opened ?? { kind: null, id: 0 };
  const [records, setRecords] = useState<readonly RecordKey[]>([]);
  useEffect(() => {
    if (kind === null) return;
    setRecords((known) =>
      [{ kind, id }, ...known.filter((one) => one.kind !== kind || one.id !== id)].slice(0, KEPT),
    );
  }, [kind, id]);
  return records;
}
