import type {
  HouseholdRelation,
  InsuredRelation,
} from '@insuremanager/contracts/households/relations';
import type { HouseholdShownFragment, InsuredMembersQuery } from '../../data/operations.generated';
import type { Policy } from './policy';

/** What the head is to a member, by what the member is to the head. */
const INVERSE: Readonly<Record<HouseholdRelation, InsuredRelation>> = {
  ...{ head: 'self', spouse: 'spouse', child: 'parent', parent: 'child', sibling: 'sibling' },
  ...{ grandparent: 'grandchild', grandchild: 'grandparent', in_law: 'in_law', other: 'other' },
};

/** What one member is to another, by what each is to the head, where that says it. */
const BESIDE: Readonly<Record<string, InsuredRelation>> = {
  ...{ 'spouse child': 'child', 'child spouse': 'parent', 'child child': 'sibling' },
};

/** What a member of a household is to the policyholder, where what both are to the head says it. */
export function relationTo(
  holder: HouseholdRelation | undefined,
  member: HouseholdRelation,
): InsuredRelation | undefined {
  if (holder === undefined) return undefined;
  if (member === 'head') return INVERSE[holder];
  return holder === 'head' ? member : BESIDE[`${holder} ${member}`];
}

/** The policyholder and their household, as far as they are not insured yet. */
export function proposedMembers(
  { customerId: holderId, customer: holder }: Pick<Policy, 'customerId' | 'customer'>,
  household: HouseholdShownFragment | null,
  insured: readonly InsuredMembersQuery['insuredMembers'][number][],
) {
  const family =
    household?.members.flatMap(({ customer, relation }) =>
      customer ? [{ ...customer, relation }] : [],
    ) ?? [];
  const held = family.find(({ id }) => id === holderId)?.relation;
  const proposed = [
    ...(holder ? [{ customerId: holderId, name: holder.name, relation: 'self' as const }] : []),
    ...family
      .filter(({ id }) => id !== holderId)
      .map(({ id, name, relation }) => ({
        ...{ customerId: id, name, relation: relationTo(held, relation) },
      })),
  ];
  return proposed.filter(({ customerId }) => !insured.some((one) => one.customerId === customerId));
}
