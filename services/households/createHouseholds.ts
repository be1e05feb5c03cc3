import {
  type HouseholdEvent,
  householdStream,
} from '@insuremanager/contracts/households/householdEvents';
import type {
  HouseholdMember,
  HouseholdMemberInput,
  HouseholdView,
} from '@insuremanager/contracts/households/householdViews';
import type { HouseholdRelation } from '@insuremanager/contracts/households/relations';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { decimalOf, parsePaise } from '@insuremanager/contracts/rules/money';
import { monthsOf } from '@insuremanager/contracts/rules/premiumFrequency';
import type { Customers } from '../customers/index.js';
import type { CommandContext, Written } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, Book } from '../platform/readModels/readTables.js';
import type { WithinBooks } from '../platform/records/recordService.js';
import type { Policies } from '../policies/index.js';
import {
  type Household,
  type HouseholdCommand,
  householdDecider,
  IN_ANOTHER,
} from './household.js';
import { householdMembersTable } from './householdTables.js';

/** The capability "households": customers who are one family. Every method may raise a Refusal. */
export interface HouseholdsOfBook {
  /**
   * Of a customer, with what its members hold; those of other books without a name. Null where they
   * are in none, or nobody else is left in it.
   */
  of(customerId: number): Promise<HouseholdView | null>;
  /**
   * Puts a customer into the household of another one, or says what they are to its head. Where
   * there is none yet, the other one heads it.
   * @throws invalid `customer-unknown`, `same-customer`, `head-missing`; conflict
   *   `in-another-household`, `household-left`,
   *   `member-id-taken` for one of two at once, `household-full`
   */
  setMember(
    customerId: number,
    input: HouseholdMemberInput,
    context: CommandContext,
  ): Promise<Written>;
  /** Whoever is left alone is in none either. @throws not-found */
  leave(customerId: number, householdId: number, context: CommandContext): Promise<Written>;
}
export interface Households extends HouseholdsOfBook, WithinBooks<HouseholdsOfBook> {
  /** What is recorded under a number of a customer; null: nothing. */
  membership(memberId: number): Promise<Membership | null>;
}

export interface Membership {
  readonly householdId: number;
  readonly relation: HouseholdRelation;
  readonly addedAt: Date;
}

interface Asked {
  readonly customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'summaries'>;
  readonly policies: Pick<Policies, 'list' | 'covering'>;
}
export interface HouseholdSources {
  readonly customers: Asked['customers'] & Pick<Customers, 'within' | 'mergedInto'>;
  readonly policies: Asked['policies'] & Pick<Policies, 'within'>;
}

interface Row {
  readonly member_id: number;
  readonly customer_id: number;
  readonly household_id: number;
  readonly relation: HouseholdRelation;
}

const MOST_POLICIES = 100;

export function createHouseholds(
  { commands, ids }: Pick<Platform, 'commands' | 'ids'>,
  tables: AllTables,
  sources: HouseholdSources,
): Households {
  const rowsBy = async (column: 'customer_id' | 'household_id', id: number): Promise<Row[]> =>
    tables
      .from(householdMembersTable.name)
      .select('member_id', 'customer_id', 'household_id', 'relation')
      .where(column, id)
      .orderBy(['added_at', 'member_id']);

  /** Of one who was merged with others: that of their own number, if it is in one. */
  const membershipOf = async (customerId: number): Promise<Row | undefined> => {
    const rows = await rowsBy('customer_id', customerId);
    return rows.find(({ member_id }) => member_id === customerId) ?? rows[0];
  };

  const run = (command: HouseholdCommand, request: unknown, context: CommandContext) =>
    commands.run<Household, HouseholdCommand, HouseholdEvent>(householdDecider, {
      stream: householdStream(command.householdId),
      command,
      context,
      request,
    });

  const over = ({ customers, policies }: Asked): HouseholdsOfBook => {
    /** @throws invalid on a field where there is no such customer for who asks */
    const requireMember = async (id: number, field: string): Promise<number> => {
      const status = await customers.findStatus(id);
      if (status && !status.isErased) return customers.remainingOf(id);
      const message = `There is no customer with the number ${id}. Choose another one.`;
      throw invalid([{ field, code: 'customer-unknown', message }]);
    };

    const activeOf = async (customerId: number): Promise<PolicyView[]> => {
      const { items } = await policies.list({
        filter: { customerId, statuses: ['active'] },
        sort: 'ends',
        direction: 'asc',
        limit: MOST_POLICIES,
      });
      return items;
    };

    const memberOf = async ({ customer_id, relation }: Row): Promise<HouseholdMember> => {
      const customer = (await customers.summaries([customer_id])).get(customer_id) ?? null;
      if (!customer) {
        return { customer, relation, policies: [], coveredBy: [], coveredElsewhere: false };
      }
      const numbers = [customer_id, ...(await sources.customers.mergedInto(customer_id))];
      const [held, insuring, all] = await Promise.all([
        activeOf(customer_id),
        policies.covering(numbers),
        sources.policies.covering(numbers),
      ]);
      const own = held.filter((one) => one.kind === 'health' && one.insuredMembers === 0);
      return {
        ...{ customer, relation, policies: held, coveredBy: [...insuring, ...own] },
        coveredElsewhere: all.length > insuring.length,
      };
    };

    return {
      async of(customerId) {
        const own = (await customers.summaries([customerId])).get(customerId);
        const membership = own && (await membershipOf(own.id));
        if (!membership) return null;
        const id = membership.household_id;
        const rows = await rowsBy('household_id', id);
        const there = await sources.customers.summaries(rows.map((row) => row.customer_id));
        const shown = new Map<number, Row>();
        for (const row of rows) {
          const before = shown.get(row.customer_id);
          if (there.has(row.customer_id) && (!before || row.relation === 'head')) {
            shown.set(row.customer_id, row);
          }
        }
        if (shown.size < 2) return null;
        const members = await Promise.all(
          [...shown.values()]
            .toSorted(
              (one, other) => Number(other.relation === 'head') - Number(one.relation === 'head'),
            )
            .map(memberOf),
        );
        const paise = members
          .flatMap((member) => member.policies)
          .reduce(
            (sum, { premiumAmount, premiumFrequency }) =>
              sum + BigInt(((parsePaise(premiumAmount) ?? 0) * 12) / monthsOf(premiumFrequency)),
            0n,
          );
        return { id, members, yearlyPremium: decimalOf(paise) };
      },

      async setMember(customerId, { memberId, relation }, context) {
        const [beside, member] = await Promise.all([
          requireMember(customerId, 'customerId'),
          requireMember(memberId, 'memberId'),
        ]);
        const [theirs, before] = await Promise.all([membershipOf(beside), membershipOf(member)]);
        if (beside === member && !theirs) {
          const message = 'Choose another customer.';
          throw invalid([{ field: 'memberId', code: 'same-customer', message }]);
        }
        const householdId =
          theirs?.household_id ?? (await ids.allocateId('household', context.commandId));
        if (before && before.household_id !== householdId) {
          const refused = { field: 'memberId', code: 'taken', message: IN_ANOTHER };
          throw conflict('in-another-household', IN_ANOTHER, [refused]);
        }
        return run(
          {
            ...({ type: 'SetMember', householdId, relation } as const),
            beside: theirs?.member_id ?? beside,
            customerId: before?.member_id ?? member,
          },
          { type: 'SetMember', customerId, memberId, relation },
          context,
        );
      },

      async leave(customerId, householdId, context) {
        if (!(await customers.findStatus(customerId))) throw notFound('customer', customerId);
        const member = await customers.remainingOf(customerId);
        const rows = await rowsBy('customer_id', member);
        const leaving = rows.filter((row) => row.household_id === householdId);
        return run(
          {
            type: 'RemoveMember',
            householdId,
            customerIds: [member, ...leaving.map(({ member_id }) => member_id)],
          },
          { type: 'RemoveMember', customerId, householdId },
          context,
        );
      },
    };
  };

  return {
    ...over(sources),
    async membership(memberId) {
      const [row] = await tables
        .from(householdMembersTable.name)
        .select('household_id', 'relation', 'added_at')
        .where({ member_id: memberId });
      return row
        ? { householdId: row.household_id, relation: row.relation, addedAt: row.added_at }
        : null;
    },
    within: (book: Book) =>
      over({
        customers: sources.customers.within(book),
        policies: sources.policies.within(book),
      }),
  };
}
