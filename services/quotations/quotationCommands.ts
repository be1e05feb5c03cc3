import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type {
  QuotationInput,
  QuotationPatch,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { quotationWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import { type Customers, customerLock, requireCustomer } from '../customers/index.js';
import { type RecordedEvent, systemActor } from '../platform/codec/recordedEvent.js';
import type {
  CommandContext,
  CommandResult,
  Initiator,
  SavedRecord,
} from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { notFound, Refusal } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import {
  isOfEmail,
  type Quotation,
  type QuotationCommand,
  type QuotationRecord,
  quotationDecider,
} from './quotation.js';
import { quotationCounter, quotationNumber } from './quotationNumbers.js';
import type { Quotations } from './quotations.js';
import { quotationView } from './quotationTables.js';

/** An existing quotation, and the revision of its stream. */
export interface LoadedQuotation {
  readonly record: QuotationRecord;
  readonly version: number;
}

/** What a command did to a quotation's stream. */
export type StreamResult = CommandResult<Quotation, QuotationEvent>;
export type QuotationStreams = ReturnType<typeof quotationStreams>;

/** Who writes the last step of a conversion or an email that nobody waits for any more. */
export const SYSTEM: Initiator = { actor: systemActor, correlationId: 'recover-quotations' };

/** Quotations' streams: read, and written to by commands. */
export const quotationStreams = (commands: Pick<CommandRunner, 'run' | 'load' | 'readHistory'>) => {
  const readHistory = (id: number): Promise<RecordedEvent<QuotationEvent>[]> =>
    commands.readHistory<QuotationEvent>(quotationStream(id));

  /** Null when it is unknown or was deleted. */
  const find = async (id: number): Promise<LoadedQuotation | null> => {
    const { state, version } = await commands.load(quotationDecider, quotationStream(id));
    return state.phase === 'existing' && version !== null
      ? { record: state.record, version }
      : null;
  };

  /**
   * The version that `expected` is as good as: emails change nothing of what an agent saw.
   * `expected` itself when anything else happened since.
   */
  const versionAfterEmails = async (id: number, expected: number): Promise<number> => {
    const since = (await readHistory(id)).filter(({ revision }) => revision > BigInt(expected));
    const last = since.at(-1);
    return last && since.every(isOfEmail) ? Number(last.revision) : expected;
  };

  /** An email that was sent since a form was opened does not make the form stale. */
  const run = async (command: QuotationCommand, context: CommandContext): Promise<StreamResult> => {
    const stream = quotationStream(command.id);
    try {
      const request = requestOf(command);
      return await commands.run(quotationDecider, { stream, command, context, request });
    } catch (error) {
      const { expectedVersion: expected } = context;
      if (expected === undefined || !isStale(error)) throw error;
      const current = await versionAfterEmails(command.id, expected);
      if (current === expected) throw error;
      return run(command, { ...context, expectedVersion: current });
    }
  };

  return {
    readHistory,
    find,
    versionAfterEmails,
    run,

    /** @throws not-found when it is unknown or was deleted. */
    async require(id: number): Promise<LoadedQuotation> {
      const found = await find(id);
      if (!found) throw notFound('quotation', id);
      return found;
    },

    /** Whether a command was carried out before: a retry is answered whatever has changed since. */
    isRetry: async (id: number, { commandId }: CommandContext): Promise<boolean> =>
      (await readHistory(id)).some(({ metadata }) => metadata.commandId === commandId),
  };
};

const isStale = (error: unknown): boolean => error instanceof Refusal && error.kind === 'stale';

/** What the client sent; not what was looked up or made for it, or a retry would differ. */
const requestOf = (command: QuotationCommand): unknown => {
  const { type, id } = command;
  switch (command.type) {
    case 'CreateQuotation':
      return { type, id, input: command.input };
    case 'UpdateQuotation':
      return { type, id, patch: command.patch };
    case 'RequestEmail':
      return { type, id, to: command.email.to, message: command.email.message };
    case 'RecordEmail':
      return { type, id, emailId: command.emailId, outcome: command.outcome };
    case 'LinkPolicy':
    case 'DeleteQuotation':
      return { type, id };
  }
};

/** The quotation after a command, deleted or not. */
export const recordIn = ({ state }: StreamResult): QuotationRecord => {
  if (state.phase === 'unknown') throw new Error('A command left no quotation behind');
  return state.record;
};

/** What a command answers: the quotation as its stream says, and what looks wrong about it. */
export function savedQuotation(result: StreamResult, today: Day): SavedRecord<QuotationView> {
  const record = recordIn(result);
  const vehicleNumber = record.particulars?.vehicleNumber ?? null;
  return {
    record: quotationView(record, result.version, today),
    warnings: quotationWarnings({ ...record.offer, vehicleNumber }),
    position: result.position,
    repeated: result.repeated,
  };
}

/**
 * Held while a quotation is changed or becomes a policy, so that nothing else is agreed on while
 * its policy is being issued. It is taken before the lock of its customer.
 */
export const conversionLock = (id: number): string => `conversion-${id}`;

interface Parts extends Pick<Platform, 'ids' | 'withLock' | 'clock'> {
  streams: QuotationStreams;
  customers: Pick<Customers, 'findStatus' | 'remainingOf'>;
  agency: Pick<Agency, 'gstRates'>;
  /** Links the policy that a quotation has become, where that was broken off. */
  finishConversion(id: number): Promise<unknown>;
}

/** What the gateway and the demo call to make and change quotations. */
export function quotationCommands(parts: Parts): Pick<Quotations, 'create' | 'update' | 'delete'> {
  const { streams, finishConversion, customers, agency, ids, withLock, clock } = parts;
  const today = (): Day => kolkataDay(clock.now());

  /** Nobody is deleted or erased while something is made out to them. */
  const madeOutTo = (
    customerId: number,
    id: number,
    context: CommandContext,
    work: () => Promise<StreamResult>,
  ): Promise<StreamResult> =>
    withLock(customerLock(customerId), async () => {
      await requireCustomer(customers, customerId).catch(async (refusal: unknown) => {
        if (!(await streams.isRetry(id, context))) throw refusal;
      });
      return work();
    });

  const update = async (
    id: number,
    wanted: QuotationPatch,
    context: CommandContext,
  ): Promise<SavedRecord<QuotationView>> => {
    const formerId = (await streams.find(id))?.record.customerId ?? null;
    // A form names the customer to whom the number leads: that is no other one.
    const isSame =
      formerId !== null &&
      wanted.customerId !== undefined &&
      (await customers.remainingOf(formerId)) === wanted.customerId;
    const patch = isSame ? { ...wanted, customerId: formerId } : wanted;
    const customerId = patch.customerId ?? formerId;
    const day = today();
    const taxedOn = { today: day, gstRates: await agency.gstRates() };
    const change = (deletedCustomerId: number | null = null) =>
      streams.run({ type: 'UpdateQuotation', id, patch, ...taxedOn, deletedCustomerId }, context);
    // There is no such quotation: the decision says so.
    if (formerId === null || customerId === null) return savedQuotation(await change(), day);
    const updated =
      customerId === formerId
        ? withLock(customerLock(customerId), async () =>
            change((await customers.findStatus(customerId)) ? null : customerId),
          )
        : madeOutTo(customerId, id, context, () => change());
    return savedQuotation(await updated, day);
  };

  /** Not while it becomes a policy; a conversion that was broken off is finished first. */
  const unconverted = <Result>(id: number, work: () => Promise<Result>): Promise<Result> =>
    withLock(conversionLock(id), async () => {
      await finishConversion(id);
      return work();
    });

  return {
    async create(input: QuotationInput, context: CommandContext) {
      const { commandId } = context;
      const id = await ids.allocateId('quotation', commandId);
      const created = await madeOutTo(input.customerId, id, context, async () => {
        const day = today();
        const number = quotationNumber(day, await ids.allocateId(quotationCounter(day), commandId));
        const taxedOn = { today: day, gstRates: await agency.gstRates() };
        return streams.run({ type: 'CreateQuotation', id, number, input, ...taxedOn }, context);
      });
      return savedQuotation(created, today());
    },

    update: (id: number, patch: QuotationPatch, context: CommandContext) =>
      unconverted(id, () => update(id, patch, context)),

    delete: (id: number, context: CommandContext) =>
      unconverted(id, async () => {
        const { position, repeated } = await streams.run({ type: 'DeleteQuotation', id }, context);
        return { position, repeated };
      }),
  };
}
