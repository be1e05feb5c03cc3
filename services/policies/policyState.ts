import type {
  PolicyCover,
  PolicyEvent,
  PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyKind, PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';

/** One term of a policy, as its stream tells. */
export interface PolicyRecord {
  readonly id: number;
  readonly kind: PolicyKind;
  readonly customerId: number;
  readonly chainId: number;
  readonly predecessorId: number | null;
  /** The quotation that it came from. */
  readonly quotationId: number | null;
  /** The next term, while there is one. */
  readonly successorId: number | null;
  readonly status: PolicyStatus;
  readonly cover: PolicyCover;
  /** Null once the holder has been erased. */
  readonly identity: PolicyIdentity | null;
  /** Where the policy number is claimed: here, or by the next term, which kept it. */
  readonly numberPassedOn: boolean;
  /** Other numbers that it had, as they are claimed: some of them may still be. */
  readonly formerNumbers: readonly string[];
  /** How it stood before it was renewed, to go back to when the next term is deleted. */
  readonly statusBeforeRenewal: PolicyStatus | null;
  /** The end date for which the system has expired it: it does so once for each. */
  readonly expiredFor: Day | null;
  readonly issuedAt: Date;
  readonly changedAt: Date;
}

export type Policy =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'kept'; readonly record: PolicyRecord }
  | { readonly phase: 'deleted'; readonly record: PolicyRecord };

export const initialPolicy: Policy = { phase: 'unknown' };

/** What happened, told as what is. */
export const evolvePolicy = (policy: Policy, event: RecordedEvent<PolicyEvent>): Policy => {
  if (event.type === 'PolicyIssued') return issued(event);
  if (policy.phase === 'unknown') return policy;
  const { record } = policy;
  const becomes = (change: Partial<PolicyRecord>): Policy => ({
    ...policy,
    record: { ...record, ...change, changedAt: event.at },
  });
  switch (event.type) {
    case 'PolicyDetailsChanged': {
      const { cover, personal } = event.data;
      const identity = record.identity && personal ? { ...record.identity, ...personal } : null;
      return becomes({
        cover: { ...record.cover, ...cover },
        identity,
        ...(identity && renumbered(record, identity)),
      });
    }
    case 'PolicyHolderChanged':
      return becomes({ customerId: event.data.customerId, identity: event.data.personal });
    case 'PolicyEndorsed': {
      const { after, personal } = event.data;
      return becomes({
        cover: { ...record.cover, ...after },
        identity: record.identity && personal ? { ...record.identity, ...personal.after } : null,
      });
    }
    case 'PolicyRenewed':
      return becomes({
        status: 'renewed',
        successorId: event.data.successorId,
        numberPassedOn: event.data.numberKept,
        statusBeforeRenewal: record.status,
      });
    case 'PolicyRenewalWithdrawn':
      return becomes({
        status: event.data.status,
        successorId: null,
        numberPassedOn: false,
        statusBeforeRenewal: null,
      });
    case 'PolicyCancelled':
      return becomes({ status: 'cancelled' });
    case 'PolicyReinstated':
      return becomes({ status: 'active' });
    case 'PolicyExpired':
      return becomes({ status: 'expired', expiredFor: event.data.endDate });
    case 'PolicyStatusCorrected':
      return becomes({ status: event.data.to });
    case 'PolicyDeleted':
      return { phase: 'deleted', record: { ...record, changedAt: event.at } };
    default:
      return unreachable(event);
  }
};

/** A number that was changed is claimed here, whoever holds the one before. */
const renumbered = (
  record: PolicyRecord,
  { policyNumber }: PolicyIdentity,
): Partial<PolicyRecord> => {
  const [before, after] = [numberKeyOf(record), policyNumberKey(policyNumber)];
  if (before === null || before === after) return {};
  return { numberPassedOn: false, formerNumbers: [...record.formerNumbers, before] };
};

/** The policy number as it is claimed; null once the holder has been erased. */
export const numberKeyOf = ({ identity }: Pick<PolicyRecord, 'identity'>): string | null =>
  identity && policyNumberKey(identity.policyNumber);

const issued = ({
  data,
  at,
}: RecordedEvent<Extract<PolicyEvent, { type: 'PolicyIssued' }>>): Policy => ({
  phase: 'kept',
  record: {
    id: data.policyId,
    kind: data.kind,
    customerId: data.customerId,
    chainId: data.chainId,
    predecessorId: data.predecessorId,
    quotationId: data.quotationId,
    successorId: null,
    status: data.status,
    cover: data.cover,
    identity: data.personal,
    numberPassedOn: false,
    formerNumbers: [],
    statusBeforeRenewal: null,
    expiredFor: null,
    issuedAt: at,
    changedAt: at,
  },
});

const unreachable = (value: never): never => {
  throw new Error(`No case for ${JSON.stringify(value)}`);
};
