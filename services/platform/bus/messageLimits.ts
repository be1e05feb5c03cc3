import { Refusal } from '../errors.js';
import type { BusMessage } from './bus.js';

/** Of a message's data as JSON in UTF-8. Brokers take 1 MiB for a message with all around it. */
export const LARGEST_DATA_BYTES = 900_000;

/** What every broker takes for the name of a topic. */
const TOPIC = /^(?!\.{1,2}$)[\w.-]{1,249}$/;

const LONGEST_KEY = 1_000;

/** A message and its data as JSON. */
export interface SerializedMessage extends Omit<BusMessage, 'data'> {
  readonly data: string;
}

/**
 * Looked at before anything is sent, so that nothing of a call is stored that has one beyond them.
 * @throws Refusal `invalid`, naming the type of the first message that is beyond them.
 */
export const serializeMessages = (messages: readonly BusMessage[]): SerializedMessage[] =>
  messages.map((message) => {
    const data = JSON.stringify(message.data);
    if (!TOPIC.test(message.topic)) throw refused(message, 'its topic is not a name of a topic');
    if (message.key.length > LONGEST_KEY) throw refused(message, 'its key is too long');
    if (Buffer.byteLength(data) > LARGEST_DATA_BYTES) throw refused(message, 'it is too large');
    return { ...message, data };
  });

const refused = ({ type }: BusMessage, why: string): Refusal =>
  new Refusal('invalid', {
    code: 'message-refused',
    message: `A message ${type} cannot be published: ${why}.`,
  });
