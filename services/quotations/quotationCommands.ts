import type {
  QuotationInput,
  QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type Customers, customerLock, knownCustomer } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/commands/command.js';
import type { Ids } from '../platform/ids/ids.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import { conversionLock, type QuotationConversion } from './quotationConversion.js';
import { quotationCounter, quotationNumber } from './quotationNumbers.js';
import { type QuotationResult, type QuotationRuns, quotationReceipt } from './quotationRuns.js';
import type { QuotationStreams } from './quotationStreams.js';
import type { QuotationReceipt, Quotations } from './quotations.js';

interface Parts {
  runs: QuotationRuns;
  streams: QuotationStreams;
  conversion: Pick<QuotationConversion, 'finish'>;
  customers: Pick<Customers, 'standing'>;
  ids: Pick<Ids, 'allocateId'>;
  withLock: WithLock;
  clock: Clock;
}

/** What the gateway and the demo call to make and change quotations. */
export function quotationCommands(parts: Parts): Pick<Quotations, 'create' | 'update' | 'delete'> {
  const { runs, streams, conversion, customers, ids, withLock, clock } = parts;
  const today = (): Day => kolkataDay(clock.now());

  /** A retry answers as it did at first, whatever has become of the customer since. */
  const checked = async (id: number, customerId: number, commandId: string): Promise<void> => {
    try {
      await knownCustomer(customers, customerId);
    } catch (refusal) {
      const events = await streams.historyOf(id);
      if (!events.some(({ metadata }) => metadata.commandId === commandId)) throw refusal;
    }
  };

  /** Nobody is deleted or erased while something is made out to them. */
  const madeOutTo = (
    customerId: number,
    id: number,
    { commandId }: CommandContext,
    work: () => Promise<QuotationResult>,
  ): Promise<QuotationResult> =>
    withLock(customerLock(customerId), async () => {
      await checked(id, customerId, commandId);
      return work();
    });

  const newNumber = async (day: Day, commandId: string): Promise<string> =>
    quotationNumber(day, await ids.allocateId(quotationCounter(day), commandId));

  const update = async (
    id: number,
    patch: QuotationPatch,
    context: CommandContext,
  ): Promise<QuotationReceipt> => {
    const formerId = (await streams.find(id))?.record.customerId ?? null;
    const customerId = patch.customerId ?? formerId;
    const day = today();
    const change = (deletedCustomerId: number | null = null) =>
      runs.run({ type: 'UpdateQuotation', id, patch, today: day, deletedCustomerId }, context);
    // One that is not there has nobody to wait for: the change says so.
    if (formerId === null || customerId === null) return quotationReceipt(await change(), day);
    const updated =
      customerId === formerId
        ? withLock(customerLock(customerId), async () =>
            change((await customers.standing(customerId)) ? null : customerId),
          )
        : madeOutTo(customerId, id, context, () => change());
    return quotationReceipt(await updated, day);
  };

  /** Not while it becomes a policy; a conversion that broke off is finished first. */
  const unconverted = <Result>(id: number, work: () => Promise<Result>): Promise<Result> =>
    withLock(conversionLock(id), async () => {
      await conversion.finish(id);
      return work();
    });

  return {
    async create(input: QuotationInput, context: CommandContext) {
      const { commandId } = context;
      const id = await ids.allocateId('quotation', commandId);
      const created = await madeOutTo(input.customerId, id, context, async () => {
        const day = today();
        const number = await newNumber(day, commandId);
        return runs.run({ type: 'CreateQuotation', id, number, input, today: day }, context);
      });
      return quotationReceipt(created, today());
    },

    update: (id: number, patch: QuotationPatch, context: CommandContext) =>
      unconverted(id, () => update(id, patch, context)),

    delete: (id: number, context: CommandContext) =>
      unconverted(id, async () => {
        const { position, repeated } = await runs.run({ type: 'DeleteQuotation', id }, context);
        return { position, repeated };
      }),
  };
}
