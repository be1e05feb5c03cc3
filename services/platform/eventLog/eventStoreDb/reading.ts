import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { unavailable } from '../../errors.js';
import type { StoredEvent } from '../eventLog.js';
import { within } from '../within.js';
import { decodeAnswer } from './answers.js';

/** Reads, each over a call of its own on the client's connection. */
export interface Reads {
  /**
   * The events that a request asks for; null when there is no such stream.
   * @param request a `ReadReq`
   * @param enough events after which no more are waited for
   * @throws the client's errors; Refusal `unavailable` when not all of it is there in time
   */
  read(client: EventStoreDBClient, request: Buffer, enough?: number): Promise<StoredEvent[] | null>;
  /** Ends those that are under way: they are refused as `unavailable`. */
  close(): void;
}

type Call = ReturnType<ReturnType<StreamsClient['getChannel']>['createCall']>;
type Status = Parameters<Parameters<Call['start']>[1]['onReceiveStatus']>[0];
type Metadata = Parameters<Call['start']>[0];

/** How the client calls a server: on the connection that it looks after. */
interface ClientInternals {
  callArguments(
    options: object,
    callOptions: { readonly deadline: number },
  ): [Metadata, { credentials?: Parameters<Call['setCredentials']>[0] }];
  /** Connects anew after a call that failed because the server is away, or does not lead. */
  execute<Result>(
    type: typeof StreamsClient,
    name: string,
    action: (streams: StreamsClient) => Promise<Result>,
  ): Promise<Result>;
}

const OK = 0;
const CANCELLED = 1;
const NO_DEADLINE = { deadline: Number.POSITIVE_INFINITY };

/**
 * The client's own reads cost twice the processor time: it makes six objects of each event, and
 * takes each through two streams. This takes gRPC's call as it is, below those.
 * @param deadlineMs longest wait for the last event, in milliseconds
 */
export function openReads(deadlineMs: number): Reads {
  const underWay = new Set<Call>();

  return {
    read(client, request, enough = Number.POSITIVE_INFINITY) {
      const internals = client as unknown as ClientInternals;
      let call: Call | undefined;
      let isLate = false;
      const read = async (streams: StreamsClient): Promise<StoredEvent[] | null> => {
        if (isLate) throw unavailable('The event store');
        const [metadata, { credentials }] = internals.callArguments({}, NO_DEADLINE);
        const { path } = StreamsService.read;
        call = streams.getChannel().createCall(path, NO_DEADLINE.deadline, null, null, null);
        if (credentials) call.setCredentials(credentials);
        underWay.add(call);
        try {
          return await answersOf(call, metadata, request, enough);
        } finally {
          underWay.delete(call);
        }
      };
      return within(deadlineMs, internals.execute(StreamsClient, 'read', read), () => {
        isLate = true;
        if (call) cancel(call);
      });
    },
    close() {
      for (const call of underWay) cancel(call);
    },
  };
}

const cancel = (call: Call): void => call.cancelWithStatus(CANCELLED, 'Cancelled on client');

/** Makes the call and takes its answers one by one: no more are asked for than are decoded. */
const answersOf = (
  call: Call,
  metadata: Metadata,
  request: Buffer,
  enough: number,
): Promise<StoredEvent[] | null> =>
  new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    const receive = (answer: ReturnType<typeof decodeAnswer>): void => {
      if (typeof answer !== 'string') events.push(answer);
      else if (answer === 'stream-not-found') resolve(null);
      // The status comes behind it, in a packet of its own: that is not waited for.
      else if (answer === 'end') resolve(events);
    };
    call.start(metadata, {
      onReceiveMetadata() {},
      onReceiveMessage(message: Buffer) {
        try {
          receive(decodeAnswer(message));
          if (events.length < enough) return call.startRead();
          resolve(events);
        } catch (error) {
          reject(error);
        }
        cancel(call);
      },
      onReceiveStatus(status) {
        if (status.code === OK) resolve(events);
        else reject(errorOf(status));
      },
    });
    call.sendMessageWithContext({}, request);
    call.startRead();
    call.halfClose();
  });

const errorOf = (status: Status): Error =>
  convertToCommandError(Object.assign(new Error(status.details), status));
