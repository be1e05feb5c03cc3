import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { quotationWarnings } from '@insuremanager/contracts/quotations/quotationWarnings';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { Refusal } from '../platform/errors.js';
import { type QuotationCommand, quotationDecider } from './quotation.js';
import type { Quotation, QuotationRecord } from './quotationState.js';
import type { QuotationStreams } from './quotationStreams.js';
import type { QuotationReceipt } from './quotations.js';
import { quotationView } from './quotationView.js';

export type QuotationResult = CommandResult<Quotation, QuotationEvent>;

interface Parts {
  commands: Pick<CommandRunner, 'run'>;
  streams: Pick<QuotationStreams, 'currentFor'>;
}

/** Quotations' streams, written by commands. */
export const quotationRuns = ({ commands, streams }: Parts) => {
  const carryOut = (command: QuotationCommand, context: CommandContext) =>
    commands.run(quotationDecider, {
      stream: quotationStream(command.id),
      command,
      context,
      request: requestOf(command),
    });

  /** An email that was sent since a form was opened makes the form no older. */
  const run = async (
    command: QuotationCommand,
    context: CommandContext,
  ): Promise<QuotationResult> => {
    try {
      return await carryOut(command, context);
    } catch (error) {
      const { expectedVersion } = context;
      if (expectedVersion === undefined || !isStale(error)) throw error;
      const current = await streams.currentFor(command.id, expectedVersion);
      if (current === expectedVersion) throw error;
      return run(command, { ...context, expectedVersion: current });
    }
  };

  return { run };
};

export type QuotationRuns = ReturnType<typeof quotationRuns>;

const isStale = (error: unknown): boolean => error instanceof Refusal && error.kind === 'stale';

/** What was asked for. What we saw or made for it is no part of it, or a retry would differ. */
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

/** What a command left, deleted or not. */
export const recordIn = ({ state }: QuotationResult): QuotationRecord => {
  if (state.phase === 'unknown') throw new Error('A command left no quotation behind');
  return state.record;
};

/** What a command answers: the quotation as its stream tells, and what looks wrong about it. */
export function quotationReceipt(result: QuotationResult, today: Day): QuotationReceipt {
  const record = recordIn(result);
  const vehicleNumber = record.particulars?.vehicleNumber ?? null;
  return {
    quotation: quotationView(record, result.version, today),
    warnings: quotationWarnings({ ...record.offer, vehicleNumber }),
    position: result.position,
    repeated: result.repeated,
  };
}
