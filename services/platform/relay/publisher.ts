import { z } from 'zod';
import type { Bus, BusMessage } from '../bus/bus.js';
import { Refusal } from '../errors.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { describeFailure } from '../postgres/failures.js';
import type { ToBusMessage } from './busMessages.js';
import type { ToPark } from './relayStore.js';

/** Both throw what may pass later, such as a bus that is away: then nothing is to be recorded. */
export interface Publisher {
  /**
   * Publishes what can be published of a batch. @param parked the streams with a parked event, which
   * the batch's are added to.
   */
  publishBatch(events: readonly StoredEvent[], parked: Set<string>): Promise<Published>;
  /** Null when it is published or needs no message, else why it never will be. */
  publish(event: StoredEvent): Promise<string | null>;
}

interface Published {
  readonly toPark: readonly ToPark[];
  /** None of the events is to be heard of. */
  readonly isSilent: boolean;
}

interface PublisherParts {
  readonly bus: Pick<Bus, 'publish'>;
  readonly toBusMessage: ToBusMessage;
}

/** Separates what cannot be published for good from what can, or may later. */
export function createPublisher({ bus, toBusMessage }: PublisherParts): Publisher {
  const mapped = (event: StoredEvent): { message: BusMessage | null; reason: string | null } => {
    try {
      return { message: toBusMessage(event), reason: null };
    } catch (error) {
      return { message: null, reason: describeUnmappable(error) };
    }
  };

  /** Null, or why the bus will never take one of them. */
  const send = async (messages: readonly BusMessage[]): Promise<string | null> => {
    try {
      if (messages.length > 0) await bus.publish(messages);
      return null;
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'invalid') return error.message;
      throw error;
    }
  };

  return {
    async publishBatch(events, parked) {
      const toPark: ToPark[] = [];
      const ready: { event: StoredEvent; message: BusMessage }[] = [];
      for (const event of events) {
        const { message, reason } = mapped(event);
        const isBehindParked = parked.has(event.stream);
        if (message && !isBehindParked) ready.push({ event, message });
        else if (message || reason !== null) {
          toPark.push({ event, reason: isBehindParked ? null : reason });
          parked.add(event.stream);
        }
      }
      const isSilent = ready.length === 0 && toPark.length === 0;
      if ((await send(ready.map(({ message }) => message))) === null) return { toPark, isSilent };
      // One of them, at least, will never be taken: which, shows when they come one by one.
      const refused = new Set<string>();
      for (const { event, message } of ready) {
        const isBehindRefused = refused.has(event.stream);
        const reason = isBehindRefused ? null : await send([message]);
        if (reason === null && !isBehindRefused) continue;
        refused.add(event.stream);
        parked.add(event.stream);
        toPark.push({ event, reason });
      }
      return { toPark, isSilent };
    },

    async publish(event) {
      const { message, reason } = mapped(event);
      return message ? send([message]) : reason;
    },
  };
}

/** Fields of ours, no values. */
function describeUnmappable(error: unknown): string {
  if (!(error instanceof z.ZodError)) return describeFailure(error);
  const fields = [...new Set(error.issues.map(({ path }) => path.join('.')))];
  return `It does not fit the schema of its message at ${fields.join(', ')}`;
}
