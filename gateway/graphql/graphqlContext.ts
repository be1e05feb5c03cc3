import type { ClaimView } from '@insuremanager/contracts/claims/claimViews';
import type { BoundedCount } from '@insuremanager/contracts/lists';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { RenewalContact } from '@insuremanager/contracts/reminders/reminderViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerOwner, CustomerSummary } from '@insuremanager/services/customers/index';
import type { Identity, SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { invalid } from '@insuremanager/services/platform/errors';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import DataLoader from 'dataloader';
import type { Capabilities } from '../books.js';
import { commandContext } from '../commandContexts.js';
import { isStale, type ReadModelGate } from '../readYourWrites.js';

/** What the resolvers of every operation stand on. */
export interface GraphqlServices extends Capabilities {
  /** The past day whose office is asked; null: today. */
  readonly asOf: Day | null;
  readonly identity: Pick<Identity, 'activeUsers' | 'users'>;
  readonly readModels: ReadModelGate & Pick<ReadModels, 'onChanges'>;
}

/** What is looked up by numbers, of one operation. */
export interface Loaders {
  readonly customerSummaries: Loader<CustomerSummary>;
  readonly customerOwners: Loader<CustomerOwner>;
  readonly policiesById: Loader<PolicyView>;
  readonly quotationsById: Loader<QuotationView>;
  readonly claimsById: Loader<ClaimView>;
  /** The number of an open claim of a term. */
  readonly openClaims: Loader<string>;
  /** The day on which a term was last reminded of. */
  readonly lastReminders: Loader<Day>;
  /** How the customer of a term is reached. */
  readonly renewalContacts: Loader<RenewalContact>;
}

/** What the resolvers of one operation share. */
export interface GraphqlContext extends GraphqlServices, Loaders {
  readonly countOnce: CountOnce;
  readonly user: SignedInUser;
  readonly correlationId: string;
  /** The bulk change that the operation is part of. */
  readonly batchId?: string | undefined;
  /** Set when lists do not show a change of this operation yet; answered in `extensions.stale`. */
  stale: boolean;
}

/**
 * All that a subscription knows of who asks: what has the same is told the same. Nothing of one user
 * may stand here.
 */
export interface SubscriptionContext extends Pick<GraphqlServices, 'asOf' | 'readModels'> {
  readonly user: Pick<SignedInUser, 'role'>;
}

interface Loader<View> {
  /** Null: there is none. At once where it is known. */
  load(id: number): View | null | Promise<View | null>;
  /** Loads those that are not known; what fails, fails where it is asked for. */
  prepare(ids: readonly number[]): Promise<void>;
}

/** Records by id for one operation: each is loaded once, and those of one level together. */
export function loaderOf<View>(
  load: (ids: readonly number[]) => Promise<Map<number, View>>,
): Loader<View> {
  const known = new Map<number, View | null>();
  const learn = async (ids: readonly number[]): Promise<void> => {
    const existing = await load(ids);
    for (const id of ids) known.set(id, existing.get(id) ?? null);
  };
  const knownOf = (id: number): View | null => known.get(id) ?? null;
  const loader = new DataLoader<number, View | null>(async (ids) => {
    await learn(ids);
    return ids.map(knownOf);
  });
  return {
    load: (id) => (known.has(id) ? knownOf(id) : loader.load(id)),
    async prepare(ids) {
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) await learn(unknown).catch(() => undefined);
    },
  };
}

/** Counts what a page is of: once, however many names an operation asks for the count under. */
export type CountOnce = (page: object, count: () => Promise<BoundedCount>) => Promise<BoundedCount>;

function createCountOnce(): CountOnce {
  const counts = new Map<object, Promise<BoundedCount>>();
  return (page, count) => {
    const counted = counts.get(page) ?? count();
    counts.set(page, counted);
    return counted;
  };
}

export const graphqlContext = (
  services: GraphqlServices,
  user: SignedInUser,
  correlationId: string,
  batchId?: string,
): GraphqlContext => ({
  ...services,
  customerSummaries: loaderOf(services.customers.summaries),
  customerOwners: loaderOf(services.customers.owners),
  policiesById: loaderOf(services.policies.findAll),
  quotationsById: loaderOf(async (ids) => {
    const existing = await services.quotations.listByIds(ids);
    return new Map(existing.map((quotation) => [quotation.id, quotation]));
  }),
  claimsById: loaderOf(async (ids) => {
    const existing = await services.claims.listByIds(ids);
    return new Map(existing.map((claim) => [claim.id, claim]));
  }),
  openClaims: loaderOf(services.claims.openOf),
  lastReminders: loaderOf(services.reminders.lastSent),
  renewalContacts: loaderOf(services.reminders.contacts),
  countOnce: createCountOnce(),
  user,
  correlationId,
  batchId,
  stale: false,
});

/** @throws Refusal `invalid` when the command's id cannot be one. */
export const commandOf = (
  { user, correlationId, batchId }: GraphqlContext,
  commandId: string,
  expectedVersion?: number | null,
): CommandContext =>
  commandContext({
    user,
    correlationId,
    key: checkedCommandId(commandId),
    expectedVersion: expectedVersion ?? undefined,
    batchId,
  });

/** Waits until lists show the change; true, and recorded, when they do not in time. */
export async function recordStaleness(
  context: GraphqlContext,
  position: LogPosition | null,
): Promise<boolean> {
  const stale = await isStale(context.readModels, position);
  context.stale ||= stale;
  return stale;
}

const LONGEST_COMMAND_ID = 200;

/** @throws Refusal `invalid`, naming `commandId`. */
function checkedCommandId(commandId: string): string {
  if (commandId.length > 0 && commandId.length <= LONGEST_COMMAND_ID) return commandId;
  const message = `commandId must have 1 to ${LONGEST_COMMAND_ID} characters`;
  throw invalid([{ field: 'commandId', code: 'out-of-range', message }]);
}
