import { InsuredMembersInput } from '@insuremanager/contracts/policies/insuredMembers';
import { policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { Services } from '../roles/openServices.js';
import { DEMO_USERS, type DemoActors, demoCommand } from './brokerage.js';
import { demoPerson } from './people.js';

interface Parts extends Pick<Services, 'policies' | 'households'> {
  readonly actors: DemoActors;
}

/** So many family policies say whom they cover. */
const FAMILIES = 12;

/**
 * Families whose policies cover them: every other spouse is a customer, too, in the household of the
 * policyholder. The policies are in the lists already; twice is once.
 */
export async function seedFamilies({ policies, households, actors }: Parts): Promise<void> {
  const actor = actors.get(DEMO_USERS.anitha.username);
  if (!actor) throw new Error('The demo has no agents yet');
  const { items } = await policies.list({
    filter: { kind: 'health', statuses: ['active'], policyTypes: ['family'] },
    ...{ sort: 'added', direction: 'asc', limit: 4 * FAMILIES },
  });
  const holders = new Map(items.map((policy) => [policy.customerId, policy]));
  const [held, spouses] = [[...holders.values()], [...holders.keys()]];
  for (const [nth, { id, customerId }] of held.slice(0, FAMILIES).entries()) {
    const ref = { kind: 'health', id } as const;
    const spouse = nth % 2 === 0 ? spouses[FAMILIES + nth] : undefined;
    const named = (of: number) => demoPerson(customerId + of).name;
    if (spouse !== undefined) {
      const member = { memberId: spouse, relation: 'spouse' } as const;
      await households.setMember(customerId, member, demoCommand(`household-${id}`, actor));
    }
    const members = [
      { customerId, relation: 'self' },
      spouse === undefined
        ? { name: named(7001), relation: 'spouse', dateOfBirth: `19${70 + nth}-03-14` }
        : { customerId: spouse, relation: 'spouse' },
      { name: named(7002), relation: 'child', dateOfBirth: `20${10 + nth}-08-21` },
    ];
    const input = InsuredMembersInput.parse({ members });
    await policies.setInsuredMembers(ref, input, demoCommand(`insured-${id}`, actor));
    const nominee = { nomineeName: named(7002), nomineeRelation: 'Daughter' };
    const patch = policyPatchOf('health').parse({
      ...{ ...nominee, nomineeBirthDate: `20${10 + nth}-08-21` },
      ...{ appointeeName: named(7003), appointeeRelation: 'Uncle' },
    });
    await policies.update(ref, patch, demoCommand(`nominee-${id}`, actor));
  }
}
