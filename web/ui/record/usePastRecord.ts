import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { useGatewayQuery } from '../../data/operation';
import type { RecordType, SavedRecord } from './recordType';

/** A record as it was at the end of a day. */
export interface PastRecord<Saved> {
  day: Day;
  /** Null: there was none that day. Undefined: it is on its way. */
  record: Saved | null | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * A record at the end of `day`; null where now is looked at. The past must not reach the cache:
 * there the same record is what it is now.
 */
export function usePastRecord<Saved extends SavedRecord>(
  type: RecordType<Saved>,
  id: number,
  day: Day | null,
): PastRecord<Saved> | null {
  const isPast = type.asOf !== undefined && day !== null;
  const asked = type.asOf && day !== null ? type.asOf(id, day) : type.details(id);
  const { data, error, retry } = useGatewayQuery(asked, {
    skip: !isPast,
    fetchPolicy: 'no-cache',
  });
  if (!isPast) return null;
  return { day, record: data?.record as Saved | null | undefined, error, retry };
}
