import type { Ids } from '../platform/ids/ids.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { IssuedPolicy } from './policies.js';
import type { PolicyStreams } from './policyStreams.js';

/**
 * Under which the number of the policy is drawn that a quotation becomes. Whoever converts it means
 * the same stream, and the event store lets one of them begin it.
 */
export const issueOf = (quotationId: number): string =>
  namedUuid('policy-of-quotation', quotationId);

/** The policy that a quotation became, deleted or not; null when there never was one. */
export async function issuedFor(
  quotationId: number,
  { ids, streams }: { ids: Pick<Ids, 'find'>; streams: PolicyStreams },
): Promise<IssuedPolicy | null> {
  const id = await ids.find('policy', issueOf(quotationId));
  const { record } = id === null ? { record: null } : await streams.load(id);
  if (!record) return null;
  return { id: record.id, kind: record.kind, policyNumber: record.identity?.policyNumber ?? null };
}
