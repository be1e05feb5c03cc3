import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { mayHaveMessage, messageOf } from '@insuremanager/contracts/messages/integrationMessages';
import {
  MESSAGE_CONTEXTS,
  type MessageContext,
} from '@insuremanager/contracts/messages/messageDefinition';
import type { BusMessage } from '../bus/bus.js';
import { createPlainDecoder } from '../codec/eventCodec.js';
import type { StoredEvent } from '../eventLog/eventLog.js';

/**
 * What is published of an event; null: nothing. Needs no keys: what is sealed stays so.
 * @throws UndecodableEvent or ZodError when the event cannot be mapped.
 */
export type ToBusMessage = (stored: StoredEvent) => BusMessage | null;

/** Maps events by the integration messages of the contracts. @param contexts the only ones. */
export function createBusMessages(
  definitions: readonly EventDefinition[],
  contexts: readonly MessageContext[] = MESSAGE_CONTEXTS,
): ToBusMessage {
  const decode = createPlainDecoder(definitions);
  return (stored) => {
    if (!mayHaveMessage(stored.type, contexts)) return null;
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
