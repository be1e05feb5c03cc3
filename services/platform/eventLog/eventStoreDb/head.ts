import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { OUR_EVENTS } from './subscribing.js';

/** Events that the server looks through at a time, before it lets others read. */
const SEARCH_WINDOW = 1_000;
const BACKWARDS = 1;

/**
 * Asks for the last event of ours: one read, however many events of the server's own come after it.
 * On a quiet weekend there are thousands. The server can read backwards through a filter; the client
 * offers that for subscriptions only.
 *
 * The server goes on looking for one more than it was asked for: one event is enough.
 */
export function encodeHeadRead(): Buffer {
  const { Options } = streams.ReadReq;
  const expression = new Options.FilterOptions.Expression().setRegex(OUR_EVENTS);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new shared.Empty()))
    .setReadDirection(BACKWARDS)
    .setFilter(new Options.FilterOptions().setEventType(expression).setMax(SEARCH_WINDOW))
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  return Buffer.from(new streams.ReadReq().setOptions(options).serializeBinary());
}
