import { Refusal, unavailable } from '../../errors.js';
import type { Bus, BusMessage } from '../bus.js';

/**
 * A bus for tests of what publishes: records what was stored, and fails where a test says so.
 */
export interface RecordingBus extends Bus {
  /** All that was stored, duplicates included. */
  readonly stored: BusMessage[];
  /** While true, it cannot be reached. */
  isAway: boolean;
  /** Messages that it never takes. */
  refuses: (message: BusMessage) => boolean;
  /** Called before a call is stored, and after it was and before that is acknowledged. */
  beforeStore: (messages: readonly BusMessage[]) => Promise<void>;
  beforeAck: (messages: readonly BusMessage[]) => Promise<void>;
}

export function createRecordingBus(stored: BusMessage[] = []): RecordingBus {
  const bus: RecordingBus = {
    stored,
    isAway: false,
    refuses: () => false,
    beforeStore: async () => {},
    beforeAck: async () => {},
    async publish(messages) {
      if (bus.isAway) throw unavailable('The bus');
      if (messages.some(bus.refuses)) {
        throw new Refusal('invalid', {
          code: 'message-refused',
          message: 'The message cannot be published: it is too large.',
        });
      }
      await bus.beforeStore(messages);
      stored.push(...messages);
      await bus.beforeAck(messages);
    },
    ensureTopics: async () => {},
    async check() {
      if (bus.isAway) throw unavailable('The bus');
    },
    close: async () => {},
  };
  return bus;
}
