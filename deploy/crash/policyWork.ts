import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { Dice } from '../demo/dice.js';
import type { AcknowledgedCommand, AcknowledgedPolicy, Book } from './acknowledged.js';
import type { Answer } from './http.js';
import { newPolicy } from './newPolicy.js';
import { race, type Won } from './race.js';
import type { Order, Sender, Turn } from './sender.js';

interface Parts {
  readonly sender: Sender;
  readonly book: Book;
  readonly chance: Dice;
  /** The customer who holds the agent's policies. */
  readonly holder: () => number | undefined;
  /** False once everybody is to stay until they are answered. */
  readonly mayGiveUp: () => boolean;
}

type Policy = AcknowledgedPolicy;

/** What one agent does with policies of their own, alone or against a colleague. */
export function policyWork({ sender, book, chance, holder, mayGiveUp }: Parts) {
  const own = new Set<number>();
  /** Numbers that no term bears any more, to be given to others. */
  const freed: string[] = [];

  const oneOf = (fits: (policy: Policy) => boolean): Policy | undefined => {
    const fitting = [...own].flatMap((id) => book.policies.get(id) ?? []).filter(fits);
    return fitting.length > 0 ? chance.pick(fitting) : undefined;
  };

  /** The policy that a term belongs to. */
  const policyOf = (id: number): number => book.policies.get(id)?.chainId ?? id;

  const keep = (policy: Policy): void => {
    book.policies.set(policy.id, policy);
    own.add(policy.id);
  };

  /** Now and then a number that another policy bore before. */
  const anotherNumber = (key: string): string =>
    (chance.chance(0.4) ? freed.shift() : undefined) ?? `N/${key}`;

  const letGo = ({ chainId, policyNumber }: Policy): void => {
    const all = [...book.policies.values()];
    const isBorne = all.some((each) => !each.isDeleted && each.policyNumber === policyNumber);
    const isUncertain = all.some(({ id, chainId: of }) => of === chainId && book.uncertain.has(id));
    if (!isBorne && !isUncertain) freed.push(policyNumber);
  };

  /** Half of them rest on the version that their agent saw. */
  const orderOn = ({ kind, id, version }: Policy, key: string, what = ''): Order => ({
    method: 'POST',
    path: `${pathOf(kind)}/${id}${what}`,
    key,
    ...(version !== null && chance.chance(0.5) && { version }),
  });

  /** A change of one term, whose answer is that term. */
  const change = async (order: Order, id: number, type: string): Promise<void> => {
    const { json } = await sender.acknowledged(order);
    keep({ ...toldPolicy(json), statusBefore: book.policies.get(id)?.statusBefore ?? null });
    book.commands.push(oneEvent(order.key, policyOf(id), type));
  };

  const issue = async ({ key, premium }: Turn): Promise<void> => {
    const customerId = holder();
    if (customerId === undefined) throw new Error('There is no customer yet.');
    const kind = chance.pick(POLICY_KINDS);
    const policyNumber = anotherNumber(key);
    const body = newPolicy(kind, { customerId, policyNumber, premium, chance });
    const order: Order = { method: 'POST', path: pathOf(kind), key, body };
    const won = chance.chance(0.25)
      ? await race({ sender, book }, order, { body, lostWith: 'policy-number-taken' })
      : { key, answer: await sender.acknowledged(order) };
    const policy = toldPolicy(won.answer.json);
    keep(policy);
    book.commands.push(oneEvent(won.key, policy.id, 'PolicyIssued'));
  };

  const correctNumber = async (policy: Policy, { key }: Turn): Promise<void> => {
    const body = { policyNumber: anotherNumber(key) };
    const order: Order = { ...orderOn(policy, key), method: 'PUT', body };
    await change(order, policy.id, 'PolicyDetailsChanged');
    letGo(policy);
  };

  const endorse = (policy: Policy, { key, premium }: Turn): Promise<void> => {
    const changes = { premiumAmount: premium };
    const body = { effectiveFrom: policy.startDate, reason: key, changes };
    return change({ ...orderOn(policy, key, '/endorse'), body }, policy.id, 'PolicyEndorsed');
  };

  const cancel = (policy: Policy, { key }: Turn): Promise<void> => {
    const body = { reason: 'customer_request', note: key };
    return change({ ...orderOn(policy, key, '/cancel'), body }, policy.id, 'PolicyCancelled');
  };

  /** Sent once: whoever goes away then leaves it to the system to finish what has begun. */
  const triedOnce = async (order: Order, type: string, ...terms: [number, ...number[]]) => {
    const answer = await sender.triedOnce(order);
    if (answer) return answer;
    book.givenUp.push(oneEvent(order.key, policyOf(terms[0]), type));
    for (const id of terms) {
      book.uncertain.add(id);
      own.delete(id);
    }
    return undefined;
  };

  const renew = async (policy: Policy, { key, premium }: Turn): Promise<void> => {
    const isRenumbered = chance.chance(0.5);
    const bodyFor = (by: string) => ({
      premiumAmount: premium,
      ...(isRenumbered && { policyNumber: by === key ? anotherNumber(key) : `N/${by}` }),
    });
    const body = bodyFor(key);
    const order: Order = { ...orderOn(policy, key, '/renew'), body };
    const won = await carriedOut(order);
    if (!won) return;
    const next = toldPolicy(won.answer.json);
    const ended = { status: 'renewed', statusBefore: policy.status, successorId: next.id } as const;
    // One event touched both.
    keep({ ...policy, ...ended, version: next.version });
    keep(next);
    book.commands.push(oneEvent(won.key, policy.chainId, 'PolicyRenewed'));

    async function carriedOut({ version: _, ...anyVersion }: Order): Promise<Won | undefined> {
      const contest = chance.below(3);
      // Whoever rests on a version would lose by it, and not by having been late.
      if (contest === 0) {
        const other = { body: bodyFor(`${key}, other`), lostWith: 'already-renewed' };
        return race({ sender, book }, anyVersion, other);
      }
      const answer =
        contest === 1 && mayGiveUp()
          ? await triedOnce(order, 'PolicyRenewed', policy.id)
          : await sender.acknowledged(order);
      return answer && { key, answer };
    }
  };

  /** The term before stands again as it did. */
  const deleteRenewal = async (policy: Policy, { key }: Turn): Promise<void> => {
    const before = book.policies.get(policy.predecessorId ?? 0);
    if (!before) throw new Error(`Nobody knows what ${policy.id} has renewed.`);
    const order: Order = { ...orderOn(policy, key), method: 'DELETE' };
    const answer =
      mayGiveUp() && chance.chance(0.4)
        ? await triedOnce(order, 'PolicyTermDeleted', policy.id, before.id)
        : await sender.acknowledged(order);
    if (!answer) return;
    const status = before.statusBefore ?? 'active';
    keep({ ...before, status, statusBefore: null, successorId: null, version: null });
    keep({ ...policy, isDeleted: true });
    own.delete(policy.id);
    book.commands.push(oneEvent(key, policy.chainId, 'PolicyTermDeleted'));
    letGo(policy);
  };

  const isLast = ({ successorId }: Policy): boolean => successorId === null;
  const isActive = ({ status }: Policy): boolean => status === 'active';

  return {
    async turn(turn: Turn): Promise<void> {
      const thrown = chance.below(100);
      const [fits, work]: [(policy: Policy) => boolean, typeof renew] =
        thrown < 20
          ? [() => true, correctNumber]
          : thrown < 35
            ? [isActive, endorse]
            : thrown < 60
              ? [(policy) => isActive(policy) && isLast(policy), renew]
              : thrown < 72
                ? [(policy) => isLast(policy) && policy.predecessorId !== null, deleteRenewal]
                : [(policy) => thrown < 77 && isActive(policy) && isLast(policy), cancel];
      const policy = oneOf(fits);
      await (policy ? work(policy, turn) : issue(turn));
    },
  };
}

const pathOf = (kind: PolicyKind): string => `/api/${kind}-policies`;

const oneEvent = (key: string, policyId: number, type: string): AcknowledgedCommand => ({
  key,
  stream: policyStream(policyId),
  events: 1,
  type,
});

/** What an answer says. */
export const toldPolicy = (json: Answer['json']): Policy => {
  const policy = json as unknown as Policy;
  const { id, kind, customerId, version, policyNumber, premiumAmount, startDate, status } = policy;
  const { chainId, predecessorId, successorId, quotationId } = policy;
  return {
    ...{ id, kind, customerId, version, policyNumber, premiumAmount, startDate, status },
    ...{ chainId, predecessorId, successorId, quotationId },
    ...{ statusBefore: null, isDeleted: false },
  };
};
