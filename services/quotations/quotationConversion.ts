import type { PolicyInput } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { conversionWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { CommandContext, Initiator } from '../platform/commands/command.js';
import { conflict, invalid, Refusal, staleVersion } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import type { IssuedPolicy, Policies } from '../policies/index.js';
import type { LinkedPolicy } from './quotation.js';
import {
  conversionLock,
  type LoadedQuotation,
  type QuotationStreams,
  recordIn,
  type StreamResult,
  SYSTEM,
} from './quotationCommands.js';
import type { QuotationQueries } from './quotationQueries.js';
import type { Conversion } from './quotations.js';
import { quotationView } from './quotationTables.js';

interface Parts extends Pick<Platform, 'withLock' | 'clock'> {
  streams: QuotationStreams;
  policies: Pick<Policies, 'issue' | 'issuedFor' | 'findReference'>;
  customers: Pick<Customers, 'remainingOf'>;
  queries: Pick<QuotationQueries, 'policyOf' | 'unfinishedConversions'>;
}

type Expected = Pick<CommandContext, 'expectedVersion'>;

/**
 * Turns a quotation into a policy. The policy is written first, of which there is only one for each
 * quotation, then the quotation, which only records it. Whoever writes there, the agent, a retry of
 * theirs or `finish`, does so by the same command, so that it happens once.
 */
export const quotationConversion = (parts: Parts) => {
  const { streams, policies, customers, queries, withLock, clock } = parts;

  const issuedFor = (id: number): Promise<IssuedPolicy | null> =>
    policies.issuedFor(id, () => queries.policyOf(id));

  /** Whatever version of the quotation the agent saw: the policy exists. */
  const link = (
    id: number,
    policy: LinkedPolicy,
    { actor, correlationId }: Initiator,
  ): Promise<StreamResult> =>
    streams.run(
      { type: 'LinkPolicy', id, policy },
      { actor, correlationId, commandId: namedUuid('link-policy', id, policy.id) },
    );

  /**
   * Links the policy that a quotation has become, where that was broken off or is still under way.
   * Null when there is no policy.
   */
  const finish = async (
    id: number,
  ): Promise<{ policy: IssuedPolicy; linked: StreamResult } | null> => {
    const policy = await issuedFor(id);
    if (!policy) return null;
    const customerId = (await policies.findReference(policy.id))?.customerId ?? null;
    return { policy, linked: await link(id, { ...policy, customerId }, SYSTEM) };
  };

  /** The quotation, if it still is what the agent saw. */
  const requireAsSeen = async (
    id: number,
    { expectedVersion: expected }: Expected,
  ): Promise<LoadedQuotation> => {
    const quotation = await streams.require(id);
    const { version } = quotation;
    const isSeen =
      expected === undefined ||
      expected === version ||
      (await streams.versionAfterEmails(id, expected)) === version;
    if (!isSeen) throw staleVersion(version);
    return quotation;
  };

  /** Before there is a policy, the quotation decides; afterwards the policy does. */
  const refuseUnready = async (
    id: number,
    kind: PolicyKind,
    { customerId }: PolicyInput,
    context: CommandContext,
  ): Promise<void> => {
    const { record } = await requireAsSeen(id, context);
    // Also when it is lost that the id of that policy was allocated for it.
    const { policyId } = record;
    if (policyId !== null) throw alreadyConverted(null);
    if (record.customerId !== customerId) throw notAsQuoted('customerId', 'customer');
    if (record.offer.insuranceType !== kind) throw notAsQuoted('kind', 'type of insurance');
    if (record.status !== 'accepted') {
      throw conflict('quotation-not-accepted', 'Accept the quotation first.');
    }
  };

  /** A form names the customer to whom the quotation's number leads: that is no other one. */
  const filed = async (id: number, input: PolicyInput): Promise<PolicyInput> => {
    const customerId = (await streams.find(id))?.record.customerId;
    if (customerId === undefined || customerId === input.customerId) return input;
    const isTheirs = (await customers.remainingOf(customerId)) === input.customerId;
    return isTheirs ? { ...input, customerId } : input;
  };

  const convert = async (
    id: number,
    asked: PolicyInput,
    context: CommandContext,
  ): Promise<Conversion> => {
    const input = await filed(id, asked);
    const kind = kindOf(input);
    if (!(await issuedFor(id))) await refuseUnready(id, kind, input, context);
    const issuing = policies.issue(kind, input, { ...context, expectedVersion: undefined }, id);
    const {
      record: policy,
      warnings,
      position,
      repeated,
    } = await issuing.catch(async (error) => {
      const other = isPolicyThere(error) ? await finish(id) : null;
      throw other ? alreadyConverted(other.policy.policyNumber) : error;
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

    async quotedKind(id: number, expected: Expected): Promise<PolicyKind> {
      const policy = await issuedFor(id);
      return policy ? policy.kind : (await requireAsSeen(id, expected)).record.offer.insuranceType;
    },

    finish,

    /** Finishes, one by one, conversions that were broken off between policy and quotation. */
    async unfinished(limit: number) {
      const ids = await queries.unfinishedConversions(limit);
      return ids.map((id) => async () => {
        const finished = await finish(id);
        return { isFinished: finished !== null && !finished.linked.repeated, isServerAway: false };
      });
    },
  };
};

/** A policy of a vehicle has a type of vehicle, and no other policy does. */
const kindOf = ({ vehicleType }: PolicyInput): PolicyKind =>
  vehicleType === null ? 'health' : 'vehicle';

const notAsQuoted = (field: string, what: string) => {
  const message = `The policy must be of the ${what} that was quoted`;
  return invalid([{ field, code: 'quotation-mismatch', message }]);
};

const isPolicyThere = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'policy-exists';

const alreadyConverted = (policyNumber: string | null) => {
  const policy = policyNumber === null ? 'a policy' : `policy ${policyNumber}`;
  return conflict('already-converted', `This quotation has already become ${policy}.`);
};
