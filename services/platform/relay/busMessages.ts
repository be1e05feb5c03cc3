import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { mayHaveMessage, messageOf } from '@insuremanager/contracts/messages/integrationMessages';
import type { BusMessage } from '../bus/bus.js';
import { createPlainDecoder } from '../codec/eventCodec.js';
import type { StoredEvent } from '../eventLog/eventLog.js';

/**
 * What is published of an event; null: nothing. Needs no keys: what is sealed stays so.
 * @throws UndecodableEvent or ZodError when the event cannot be mapped.
 */
export type ToBusMessage = (stored: StoredEvent) => BusMessage | null;

/** Maps events by the integration messages of the contracts. */
export function createBusMessages(definitions: readonly EventDefinition[]): ToBusMessage {
  const decode = createPlainDecoder(definitions);
  return (stored) => {
    if (!mayHaveMessage(stored.type)) return null;
    const event = decode(stored);
    const message = messageOf(event);
    const { traceparent } = event.metadata;
    return (
      message && {
        ...message,
        ...{ key: event.stream, id: event.id, occurredAt: event.at },
        ...(traceparent && { traceparent }),
      }
    );
  };
}
