import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
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
  const cancel = (call: Call): void => {
    underWay.delete(call);
    call.cancelWithStatus(CANCELLED, 'Cancelled on client');
  };

  return {
    read(client, request, enough = Number.POSITIVE_INFINITY) {
      const internals = client as unknown as ClientInternals;
      let call: Call | undefined;
      let isLate = false;
      const read = (streams: StreamsClient) =>
        new Promise<StoredEvent[] | null>((resolve, reject) => {
          if (isLate) return;
          const [metadata, { credentials }] = internals.callArguments({}, NO_DEADLINE);
          const { path } = StreamsService.read;
          const opened = streams
            .getChannel()
            .createCall(path, NO_DEADLINE.deadline, null, null, null);
          call = opened;
          underWay.add(opened);
          if (credentials) opened.setCredentials(credentials);
          let events: StoredEvent[] | null = [];
          const receive = (message: Buffer): void => {
            const answer = decodeAnswer(message);
            if (answer === 'stream-not-found') events = null;
            else if (typeof answer !== 'string') events?.push(answer);
          };
          opened.start(metadata, {
            onReceiveMetadata() {},
            onReceiveMessage(message: Buffer) {
              try {
                receive(message);
                if ((events?.length ?? 0) < enough) return opened.startRead();
                resolve(events);
              } catch (error) {
                reject(error);
              }
              cancel(opened);
            },
            onReceiveStatus(status) {
              underWay.delete(opened);
              if (status.code === OK) resolve(events);
              else reject(errorOf(status));
            },
          });
          opened.sendMessageWithContext({}, request);
          opened.startRead();
          opened.halfClose();
        });
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

const errorOf = (status: Status): Error =>
  convertToCommandError(Object.assign(new Error(status.details), status));
