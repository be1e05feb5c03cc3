import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, {
  type ReadReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { LogPosition } from '../eventLog.js';
import { within } from '../within.js';
import { OUR_EVENTS } from './subscribing.js';

/** Events that the server looks through at a time, before it lets others read. */
const SEARCH_WINDOW = 1_000;
const BACKWARDS = 1;

type Call = ReturnType<StreamsClient['read']>;
type CallArguments =
  Parameters<StreamsClient['read']> extends [unknown, ...infer Rest] ? Rest : never;

interface ClientInternals {
  callArguments(options: { deadline: number }): CallArguments;
  GRPCStreamCreator(
    type: typeof StreamsClient,
    name: string,
    open: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
}

/**
 * Position of the last event of ours: one read, however many events of the server's own come after
 * it. On a quiet weekend there are thousands. The server can read backwards through a filter; the
 * client offers that for subscriptions only, so that the call is made here.
 * @throws the client's errors; Refusal `unavailable` after `deadlineMs`
 */
export async function readHead(
  client: EventStoreDBClient,
  deadlineMs: number,
): Promise<LogPosition | null> {
  const internals = client as unknown as ClientInternals;
  const open = internals.GRPCStreamCreator(StreamsClient, 'readAll', (grpc) =>
    grpc.read(lastOfOurs(), ...internals.callArguments({ deadline: deadlineMs })),
  );
  let call: Call | undefined;
  const reading = open().then((opened) => {
    call = opened;
    return firstPosition(opened);
  });
  try {
    return await within(deadlineMs, reading);
  } finally {
    // The server goes on looking for one more than it was asked for.
    call?.cancel();
  }
}

const firstPosition = (call: Call): Promise<LogPosition | null> =>
  new Promise((resolve, reject) => {
    call.on('data', (response: ReadResp) => {
      const event = response.getEvent()?.getEvent();
      if (!event) return;
      const [commit, prepare] = [event.getCommitPosition(), event.getPreparePosition()];
      resolve({ commit: BigInt(commit), prepare: BigInt(prepare) });
    });
    call.on('end', () => resolve(null));
    call.on('error', (error) => reject(convertToCommandError(error)));
  });

function lastOfOurs(): ReadReq {
  const { Options } = streams.ReadReq;
  const expression = new Options.FilterOptions.Expression().setRegex(OUR_EVENTS);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new shared.Empty()))
    .setReadDirection(BACKWARDS)
    .setFilter(new Options.FilterOptions().setEventType(expression).setMax(SEARCH_WINDOW))
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  return new streams.ReadReq().setOptions(options);
}
