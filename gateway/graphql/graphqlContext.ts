import type { BoundedCount } from '@insuremanager/contracts/lists';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { CustomerSummary, Customers } from '@insuremanager/services/customers/index';
import type { Dashboard } from '@insuremanager/services/dashboard/index';
import type { Documents } from '@insuremanager/services/documents/index';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Policies } from '@insuremanager/services/policies/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import DataLoader from 'dataloader';
import { commandContext } from '../commandContexts.js';
import { isStillUnseen, type ReadModelGate } from '../readYourWrites.js';
import { checkedCommandId } from './commandArgs.js';

/** What the resolvers of every operation stand on. */
export interface GraphqlServices {
  readonly customers: Customers;
  readonly policies: Policies;
  readonly documents: Documents;
  readonly quotations: Quotations;
  readonly dashboard: Dashboard;
  readonly readModels: ReadModelGate;
}

/** What the resolvers of one operation share. */
export interface GraphqlContext extends GraphqlServices {
  readonly customerSummaries: DataLoader<number, CustomerSummary | null>;
  readonly policiesById: DataLoader<number, PolicyView | null>;
  readonly quotationsById: DataLoader<number, QuotationView | null>;
  readonly countOnce: CountOnce;
  readonly user: SignedInUser;
  readonly correlationId: string;
  /** Set when a change of this operation is not yet seen in lists; told in `extensions.stale`. */
  stale: boolean;
}

/** Records by id for one operation: each is asked for once, and those of one level together. */
export const loaderOf = <View>(
  load: (ids: readonly number[]) => Promise<Map<number, View>>,
): DataLoader<number, View | null> =>
  new DataLoader(async (ids) => {
    const kept = await load(ids);
    return ids.map((id) => kept.get(id) ?? null);
  });

/** Counts what a page is of: once, however many names an operation asks for the count under. */
export type CountOnce = (page: object, count: () => Promise<BoundedCount>) => Promise<BoundedCount>;

export function createCountOnce(): CountOnce {
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
): GraphqlContext => ({
  ...services,
  customerSummaries: loaderOf(services.customers.summaries),
  policiesById: loaderOf(services.policies.findAll),
  quotationsById: loaderOf(async (ids) => {
    const kept = await services.quotations.some(ids);
    return new Map(kept.map((quotation) => [quotation.id, quotation]));
  }),
  countOnce: createCountOnce(),
  user,
  correlationId,
  stale: false,
});

/** @throws Refusal `invalid` when the command's id cannot be one. */
export const commandOf = (
  { user, correlationId }: GraphqlContext,
  commandId: string,
  expectedVersion?: number | null,
): CommandContext =>
  commandContext({
    user,
    correlationId,
    key: checkedCommandId(commandId),
    expectedVersion: expectedVersion ?? undefined,
  });

/** Waits until lists show the change; true, and noted, when they do not in time. */
export async function noteStaleness(
  context: GraphqlContext,
  position: LogPosition | null,
): Promise<boolean> {
  const stale = await isStillUnseen(context.readModels, position);
  context.stale ||= stale;
  return stale;
}
