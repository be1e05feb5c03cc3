import type { Ids } from '../platform/ids/ids.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { IssuedPolicy } from './policies.js';
import type { PolicyRecord } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';

/**
 * Under which the number of the policy is drawn that a quotation becomes. Whoever converts it means
 * the same stream, and the event store lets one of them begin it.
 */
export const issueOf = (quotationId: number): string =>
  namedUuid('policy-of-quotation', quotationId);

interface Parts {
  readonly ids: Pick<Ids, 'find' | 'note'>;
  readonly streams: PolicyStreams;
}

/**
 * The policy that a quotation became, deleted or not; null when there never was one. Which number was
 * drawn for it may be lost, where the database is older than the log: then the policy that is listed
 * is asked, and if it says the same, its number is noted anew, so that nobody draws another one.
 */
export async function issuedFor(
  quotationId: number,
  listed: () => Promise<number | null>,
  { ids, streams }: Parts,
): Promise<IssuedPolicy | null> {
  const ofQuotation = async (id: number | null): Promise<PolicyRecord | null> => {
    const { record } = id === null ? { record: null } : await streams.load(id);
    return record?.quotationId === quotationId ? record : null;
  };
  const drawn = await ofQuotation(await ids.find('policy', issueOf(quotationId)));
  const record = drawn ?? (await ofQuotation(await listed()));
  if (!record) return null;
  if (!drawn) await ids.note('policy', issueOf(quotationId), record.id);
  return { id: record.id, kind: record.kind, policyNumber: record.identity?.policyNumber ?? null };
}
