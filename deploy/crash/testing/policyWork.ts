import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Dice } from '../../demo/dice.js';
import type { Answer } from '../../harness/client.js';
import {
  type AcknowledgedPolicy,
  type Agent,
  type Command,
  ownRecords,
  PolicyAnswer,
  race,
  requirePolicyholder,
  type Step,
  type Won,
} from './book.js';

type Policy = AcknowledgedPolicy;

const pathOf = ({ kind }: { kind: PolicyKind }): string => `/api/${kind}-policies`;

/** What an answer says. */
export const acknowledgedPolicy = (json: Answer['json']): Policy => ({
  ...PolicyAnswer.parse(json),
  ...{ statusBefore: null, isDeleted: false },
});

interface NewPolicy {
  readonly customerId: number;
  readonly policyNumber: string;
  /** Rupees with two digits. */
  readonly premium: string;
  readonly chance: Dice;
}

const INSURERS = ['Star Health', 'New India Assurance', 'ICICI Lombard', 'Bajaj Allianz'];

/** A new policy as the form sends it. It ends next year: no day of the test finds it expired. */
export function newPolicy(
  kind: PolicyKind,
  { customerId, policyNumber, premium, chance }: NewPolicy,
) {
  const year = Number(kolkataDay(new Date()).slice(0, 4));
  const common = {
    customerId,
    policyNumber,
    insuranceCompany: chance.pick(INSURERS),
    sumAssured: '500000.00',
    premiumAmount: premium,
    premiumFrequency: 'yearly',
    startDate: `${year}-01-01`,
    endDate: `${year + 1}-12-31`,
  };
  if (kind === 'health') return { ...common, policyType: 'family' };
  return { ...common, vehicleType: 'car', vehicleNumber: `KL07AB${chance.digits(4)}` };
}

/** What one agent does with policies of their own, alone or against a colleague. */
export function policyWork(agent: Agent) {
  const { sender, book, chance } = agent;
  const { workOn, record, markDeleted, append, requestOn, sent } = ownRecords<Policy>(agent, {
    records: book.policies,
    streamOf: policyStream,
    pathOf,
  });
  /** Numbers that no term bears any more, to be given to others. */
  const freed: string[] = [];

  /** The policy that a term belongs to. */
  const policyOf = (id: number): number => book.policies.get(id)?.policyId ?? id;

  /** Now and then a number that another policy bore before. */
  const anotherNumber = (key: string): string =>
    (chance.chance(0.4) ? freed.shift() : undefined) ?? `N/${key}`;

  const releaseNumber = ({ policyId, policyNumber }: Policy): void => {
    const all = [...book.policies.values()];
    const isBorne = all.some((each) => !each.isDeleted && each.policyNumber === policyNumber);
    const isUncertain = all.some(
      ({ id, policyId: of }) => of === policyId && book.uncertain.has(id),
    );
    if (!isBorne && !isUncertain) freed.push(policyNumber);
  };

  /** A change of one term, whose answer is that term. */
  const change = async (request: Command, id: number, type: string): Promise<void> => {
    const { json } = await sender.acknowledged(request);
    const statusBefore = book.policies.get(id)?.statusBefore ?? null;
    record({ ...acknowledgedPolicy(json), statusBefore });
    append(request.key, policyOf(id), type);
  };

  const issue = async ({ key, premium }: Step): Promise<void> => {
    const customerId = requirePolicyholder(agent);
    const kind = chance.pick(POLICY_KINDS);
    const policyNumber = anotherNumber(key);
    const body = newPolicy(kind, { customerId, policyNumber, premium, chance });
    const request: Command = { method: 'POST', path: pathOf({ kind }), key, body };
    const won = chance.chance(0.25)
      ? await race(agent, request, { body, lostWith: 'policy-number-taken' })
      : { key, answer: await sender.acknowledged(request) };
    const policy = acknowledgedPolicy(won.answer.json);
    record(policy);
    append(won.key, policy.id, 'PolicyIssued');
  };

  const correctNumber = async (policy: Policy, { key }: Step): Promise<void> => {
    const body = { policyNumber: anotherNumber(key) };
    const request = requestOn(policy, key, { method: 'PUT', body });
    await change(request, policy.id, 'PolicyDetailsChanged');
    releaseNumber(policy);
  };

  const endorse = (policy: Policy, { key, premium }: Step): Promise<void> => {
    const changes = { premiumAmount: premium };
    const body = { effectiveFrom: policy.startDate, reason: key, changes };
    const request = requestOn(policy, key, { what: '/endorse', body });
    return change(request, policy.id, 'PolicyEndorsed');
  };

  const cancel = (policy: Policy, { key }: Step): Promise<void> => {
    const body = { reason: 'customer_request', note: key };
    const request = requestOn(policy, key, { what: '/cancel', body });
    return change(request, policy.id, 'PolicyCancelled');
  };

  const renew = async (policy: Policy, { key, premium }: Step): Promise<void> => {
    const isRenumbered = chance.chance(0.5);
    const bodyFor = (by: string) => ({
      premiumAmount: premium,
      ...(isRenumbered && { policyNumber: by === key ? anotherNumber(key) : `N/${by}` }),
    });
    const won = await renewed(requestOn(policy, key, { what: '/renew', body: bodyFor(key) }));
    if (!won) return;
    const next = acknowledgedPolicy(won.answer.json);
    const ended = { status: 'renewed', statusBefore: policy.status, successorId: next.id } as const;
    // One event touched both.
    record({ ...policy, ...ended, version: next.version });
    record(next);
    append(won.key, policy.policyId, 'PolicyRenewed');

    async function renewed(request: Command): Promise<Won | undefined> {
      const contest = chance.below(3);
      if (contest === 0) {
        const other = { body: bodyFor(`${key}, other`), lostWith: 'already-renewed' };
        return race(agent, request, other);
      }
      const renewal = { type: 'PolicyRenewed', id: policy.policyId, gone: [policy.id] };
      const answer = await sent(request, contest === 1, renewal, book.uncertain);
      return answer && { key, answer };
    }
  };

  /** The term before stands again as it did. */
  const deleteRenewal = async (policy: Policy, { key }: Step): Promise<void> => {
    const before = book.policies.get(policy.predecessorId ?? 0);
    if (!before) throw new Error(`Nobody knows what ${policy.id} has renewed.`);
    const request = requestOn(policy, key, { method: 'DELETE' });
    const { policyId: id } = policy;
    const deletion = { type: 'PolicyTermDeleted', id, gone: [policy.id, before.id] };
    const answer = await sent(request, chance.chance(0.4), deletion, book.uncertain);
    if (!answer) return;
    const status = before.statusBefore ?? 'active';
    record({ ...before, status, statusBefore: null, successorId: null, version: null });
    markDeleted(policy);
    append(key, id, 'PolicyTermDeleted');
    releaseNumber(policy);
  };

  const isLast = ({ successorId }: Policy): boolean => successorId === null;
  const isActive = ({ status }: Policy): boolean => status === 'active';

  return {
    step: (step: Step): Promise<void> =>
      workOn(step, issue, [
        [20, () => true, correctNumber],
        [15, isActive, endorse],
        [25, (policy) => isActive(policy) && isLast(policy), renew],
        [12, (policy) => isLast(policy) && policy.predecessorId !== null, deleteRenewal],
        [5, (policy) => isActive(policy) && isLast(policy), cancel],
      ]),
  };
}
