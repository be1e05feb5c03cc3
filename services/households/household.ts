import {
  type HouseholdEvent,
  HouseholdMemberAdded,
  HouseholdMemberRemoved,
  HouseholdRelationChanged,
} from '@insuremanager/contracts/households/householdEvents';
import {
  type HouseholdRelation,
  MOST_MEMBERS,
} from '@insuremanager/contracts/households/relations';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';

/** What each member is to the head, by customer, in the order in which they were added. */
export type Household = ReadonlyMap<number, HouseholdRelation>;

interface OfHousehold {
  readonly householdId: number;
}
interface SetMember extends OfHousehold {
  readonly type: 'SetMember';
  /** A member; heads it where it has nobody yet. */
  readonly beside: number;
  readonly customerId: number;
  readonly relation: HouseholdRelation;
}
interface RemoveMember extends OfHousehold {
  readonly type: 'RemoveMember';
  /** All numbers of one customer: others may have been merged into them. */
  readonly customerIds: readonly number[];
}
export type HouseholdCommand = SetMember | RemoveMember;

export const householdDecider: Decider<Household, HouseholdCommand, HouseholdEvent> = {
  initial: new Map(),
  evolve(members, { type, data }) {
    const { customerId } = data;
    if (type !== 'HouseholdMemberRemoved')
      return new Map([...members, [customerId, data.relation]]);
    return new Map([...members].filter(([id]) => id !== customerId));
  },
  decide: (command, members) =>
    command.type === 'SetMember' ? setMember(command, members) : removeMember(command, members),
  /** A customer is in one household at most. */
  uniqueValues: (members) =>
    [...members.keys()].map((customerId) => ({
      kind: 'memberId',
      value: String(customerId),
      message: 'They were put into a household meanwhile. Load the page again to see it.',
    })),
};

export const IN_ANOTHER = 'This customer is in another household. Remove them there first.';

function setMember(
  { householdId, beside, customerId, relation }: SetMember,
  members: Household,
): HouseholdEvent[] {
  if (members.size > 0 && !members.has(beside)) {
    throw conflict(
      'household-left',
      'They have left the household meanwhile. Load the page again.',
    );
  }
  const before = members.get(customerId);
  if (before === relation) return [];
  if (before === undefined && members.size >= MOST_MEMBERS) {
    throw conflict('household-full', `A household has at most ${MOST_MEMBERS} members.`);
  }
  if (before === 'head') {
    const message = 'Say first who heads the household instead.';
    throw invalid([{ field: 'relation', code: 'head-missing', message }]);
  }
  const formerHead = headOf(members);
  const isFirst = members.size === 0;
  return [
    // Who begins it heads it, unless the other one does.
    ...(isFirst
      ? [
          HouseholdMemberAdded({
            householdId,
            customerId: beside,
            relation: relation === 'head' ? 'other' : 'head',
          }),
        ]
      : []),
    ...(relation === 'head' && formerHead !== undefined
      ? [HouseholdRelationChanged({ householdId, customerId: formerHead, relation: 'other' })]
      : []),
    before === undefined
      ? HouseholdMemberAdded({ householdId, customerId, relation })
      : HouseholdRelationChanged({ householdId, customerId, relation }),
  ];
}

/** Whoever was added first heads it after its head; one who is left alone is no household. */
function removeMember(
  { householdId, customerIds }: RemoveMember,
  members: Household,
): HouseholdEvent[] {
  const isGoing = (id: number) => customerIds.includes(id);
  const going = [...members.keys()].filter(isGoing);
  const [next, ...others] = [...members.keys()].filter((id) => !isGoing(id));
  if (going.length === 0) throw notFound('member', customerIds[0] ?? 0);
  const isEnded = others.length === 0;
  const head = headOf(members);
  return [
    ...[...going, ...(isEnded && next !== undefined ? [next] : [])].map((customerId) =>
      HouseholdMemberRemoved({ householdId, customerId }),
    ),
    ...(!isEnded && next !== undefined && head !== undefined && isGoing(head)
      ? [HouseholdRelationChanged({ householdId, customerId: next, relation: 'head' })]
      : []),
  ];
}

const headOf = (members: Household): number | undefined =>
  [...members].find(([, relation]) => relation === 'head')?.[0];
