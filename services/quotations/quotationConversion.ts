import type { PolicyInput } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { conversionWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, invalid, Refusal, staleVersion } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { IssuedPolicy, Policies } from '../policies/index.js';
import type { BornPolicy } from './quotation.js';
import type { quotationLookups } from './quotationLookups.js';
import { type QuotationResult, type QuotationRuns, recordIn } from './quotationRuns.js';
import type { KeptQuotation, QuotationStreams } from './quotationStreams.js';
import type { Conversion } from './quotations.js';
import { quotationView } from './quotationView.js';

interface Parts {
  runs: QuotationRuns;
  streams: QuotationStreams;
  policies: Pick<Policies, 'issue' | 'issuedFor' | 'standing'>;
  queries: Pick<ReturnType<typeof quotationLookups>, 'policyOf'>;
  withLock: WithLock;
  clock: Clock;
}

type Seen = Pick<CommandContext, 'expectedVersion'>;
type Who = Pick<CommandContext, 'actor' | 'correlationId'>;

/**
 * Held while a quotation is changed or becomes a policy, so that nothing else is agreed on while its
 * policy is being issued. It is taken before the lock of its customer.
 */
export const conversionLock = (id: number): string => `conversion-${id}`;

/** Who finishes what somebody else began. */
const finisher: Who = { actor: systemActor, correlationId: 'mend-quotations' };

/**
 * What writes to a quotation and to the policy that it becomes: first to the policy, of which there
 * is only one for each quotation, then to the quotation, which only follows. Whoever follows, the one
 * who asked, a retry of theirs or `finish`, does so by the same command, so that it happens once.
 */
export const quotationConversion = ({
  runs,
  streams,
  policies,
  queries,
  withLock,
  clock,
}: Parts) => {
  const issuedFor = (id: number): Promise<IssuedPolicy | null> =>
    policies.issuedFor(id, () => queries.policyOf(id));

  /** Whatever version of the quotation the agent saw: the policy is there. */
  const link = (
    id: number,
    policy: BornPolicy,
    { actor, correlationId }: Who,
  ): Promise<QuotationResult> =>
    runs.run(
      { type: 'LinkPolicy', id, policy },
      { actor, correlationId, commandId: namedUuid('link-policy', id, policy.id) },
    );

  const finish = async (
    id: number,
  ): Promise<{ policy: IssuedPolicy; linked: QuotationResult } | null> => {
    const policy = await issuedFor(id);
    if (!policy) return null;
    const customerId = (await policies.standing(policy.id))?.customerId ?? null;
    return { policy, linked: await link(id, { ...policy, customerId }, finisher) };
  };

  /** The quotation, if it still is what the agent saw. */
  const asSeen = async (id: number, { expectedVersion }: Seen): Promise<KeptQuotation> => {
    const quotation = await streams.kept(id);
    const { version } = quotation;
    if (expectedVersion !== undefined && expectedVersion !== version) {
      const seen = await streams.currentFor(id, expectedVersion);
      if (seen !== version) throw staleVersion(version);
    }
    return quotation;
  };

  /** Before there is a policy, the quotation decides; afterwards the policy does. */
  const refuseUnready = async (
    id: number,
    kind: PolicyKind,
    { customerId }: PolicyInput,
    context: CommandContext,
  ): Promise<void> => {
    const { record } = await asSeen(id, context);
    // Also when the number of that policy is not known to be drawn for it any more.
    const { policyId } = record;
    if (policyId !== null) throw alreadyConverted({ id: policyId, policyNumber: null });
    if (record.customerId !== customerId) throw notAsQuoted('customerId', 'customer');
    if (record.offer.insuranceType !== kind) throw notAsQuoted('kind', 'type of insurance');
    if (record.status !== 'accepted') {
      throw conflict('quotation-not-accepted', 'Accept the quotation first.');
    }
  };

  const convert = async (
    id: number,
    input: PolicyInput,
    context: CommandContext,
  ): Promise<Conversion> => {
    const kind = kindOf(input);
    if (!(await issuedFor(id))) await refuseUnready(id, kind, input, context);
    const issuing = policies.issue(kind, input, { ...context, expectedVersion: undefined }, id);
    const { policy, warnings, position, repeated } = await issuing.catch(async (error) => {
      const other = isPolicyThere(error) ? await finish(id) : null;
      throw other ? alreadyConverted(other.policy) : error;
    });
    const linked = await link(id, policy, context);
    const record = recordIn(linked);
    return {
      quotation: quotationView(record, linked.version, kolkataDay(clock.now())),
      policy,
      warnings: [...warnings, ...conversionWarnings(record.offer, input)],
      position: later(position, linked.position),
      repeated,
    };
  };

  return {
    convert: (id: number, input: PolicyInput, context: CommandContext): Promise<Conversion> =>
      withLock(conversionLock(id), () => convert(id, input, context)),

    async quotedKind(id: number, seen: Seen): Promise<PolicyKind> {
      const policy = await issuedFor(id);
      return policy ? policy.kind : (await asSeen(id, seen)).record.offer.insuranceType;
    },

    /**
     * Writes into a quotation what its policy says of it, when that broke off or is still under way.
     * Null when there is no policy.
     */
    finish,
  };
};

export type QuotationConversion = ReturnType<typeof quotationConversion>;

/** A policy of a vehicle has a type of vehicle, and no other policy does. */
const kindOf = ({ vehicleType }: PolicyInput): PolicyKind =>
  vehicleType === null ? 'health' : 'vehicle';

const notAsQuoted = (field: string, what: string) => {
  const message = `The policy must be of the ${what} that was quoted`;
  return invalid([{ field, code: 'not-as-quoted', message }]);
};

const isPolicyThere = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'policy-exists';

const alreadyConverted = ({ id, policyNumber }: Pick<IssuedPolicy, 'id' | 'policyNumber'>) =>
  conflict('already-converted', `This quotation has already become policy ${policyNumber ?? id}.`);
