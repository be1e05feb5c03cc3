import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { notFound } from '../platform/errors.js';
import { quotationDecider } from './quotation.js';
import { isOfEmail, type Quotation, type QuotationRecord } from './quotationState.js';

/** A quotation that is kept, and the revision of its stream that goes with it. */
export interface KeptQuotation {
  readonly record: QuotationRecord;
  readonly version: number;
}

/** Quotations' streams, read. */
export const quotationStreams = (commands: Pick<CommandRunner, 'load' | 'readHistory'>) => {
  const historyOf = (id: number): Promise<RecordedEvent<QuotationEvent>[]> =>
    commands.readHistory<QuotationEvent>(quotationStream(id));

  /** Null when it is unknown or was deleted. */
  const find = async (id: number): Promise<KeptQuotation | null> => {
    const { state, version } = await commands.load(quotationDecider, quotationStream(id));
    return state.phase === 'kept' && version !== null ? { record: state.record, version } : null;
  };

  return {
    historyOf,
    find,

    /** @throws not-found when it is unknown or was deleted. */
    async kept(id: number): Promise<KeptQuotation> {
      const found = await find(id);
      if (!found) throw notFound('quotation', id);
      return found;
    },

    /**
     * The version that somebody who saw `seen` has seen for all that it matters: emails change
     * nothing that they saw. `seen` itself when anything else happened since.
     */
    async currentFor(id: number, seen: number): Promise<number> {
      const since = (await historyOf(id)).filter(({ revision }) => revision > BigInt(seen));
      const last = since.at(-1);
      return last && since.every(isOfEmail) ? Number(last.revision) : seen;
    },
  };
};

export type QuotationStreams = ReturnType<typeof quotationStreams>;

export const folded = (events: readonly RecordedEvent<QuotationEvent>[]): Quotation =>
  events.reduce<Quotation>(quotationDecider.evolve, quotationDecider.initial);
