import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import type { Expected } from '../decide.js';
import type { ProposedEvent } from '../event.js';
import { asFailure } from '../failures.js';
import type { NodeContext } from '../nodeContext.js';
import { streams } from '../protocol.js';
import { expectedRevision, proposedEvent, sizeOf, streamName, uuidText } from '../requests.js';
import { AppendTooLarge, answerTo, refusalOf, timedOut } from './batchAnswers.js';

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append of which not all chunks have come yet. */
interface Gathering {
  readonly identifier: StreamIdentifier | undefined;
  readonly stream: string;
  readonly expected: Expected;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly events: ProposedEvent[];
  bytes: number;
}

/**
 * Streams/BatchAppend: one call that carries the appends of a client, each under a correlation
 * id. A client breaks on an answer to an id that it does not know (any more), so each id is
 * answered exactly once.
 */
export const batchAppend =
  ({ store, openCalls, maxAppendBytes }: NodeContext) =>
  (call: Call): void => {
    const gathering = new Map<string, Gathering>();
    let atWork = 0;
    let hasEnded = false;
    let isOver = false;

    const stop = (): void => {
      isOver = true;
      gathering.clear();
      over();
    };
    const fail = (error: ServiceError): void => {
      if (isOver) return;
      stop();
      call.emit('error', error);
    };
    const over = openCalls.add(fail);
    const endWhenDone = (): void => {
      if (!hasEnded || atWork > 0 || isOver) return;
      stop();
      call.end();
    };
    const reply = (
      correlation: UUID | undefined,
      identifier: StreamIdentifier | undefined,
      answer: (response: BatchAppendResp) => BatchAppendResp,
    ): void => {
      if (isOver || call.cancelled) return;
      const response = new streams.BatchAppendResp();
      response.setCorrelationId(correlation);
      response.setStreamIdentifier(identifier);
      call.write(answer(response));
    };

    /** Takes a chunk; the whole append once its last chunk is there. */
    const gather = (request: BatchAppendReq): Gathering | undefined => {
      const key = uuidText(request.getCorrelationId());
      const options = request.getOptions();
      if (options) gathering.set(key, begin(options));
      const gathered = gathering.get(key);
      // Without one this is a later chunk of an append that has been refused already.
      if (!gathered) return undefined;
      for (const message of request.getProposedMessagesList()) {
        const event = proposedEvent(message);
        gathered.bytes += sizeOf(event);
        if (gathered.bytes > maxAppendBytes) throw new AppendTooLarge(maxAppendBytes);
        gathered.events.push(event);
      }
      if (!request.getIsFinal()) return undefined;
      gathering.delete(key);
      return gathered;
    };

    const write = async (gathered: Gathering, correlation: UUID | undefined): Promise<void> => {
      const { identifier, stream, expected, events, deadline } = gathered;
      atWork += 1;
      try {
        const outcome = await store.write({ kind: 'append', stream, expected, events, deadline });
        reply(correlation, identifier, answerTo(outcome, expected, identifier));
      } catch (error) {
        // Nobody knows whether it is written. Only a failed call says so to the client; an
        // answer would be taken for a refusal.
        fail(asFailure(error));
      } finally {
        atWork -= 1;
        endWhenDone();
      }
    };

    call.on('data', (request: BatchAppendReq) => {
      const correlation = request.getCorrelationId();
      const key = uuidText(correlation);
      try {
        const gathered = gather(request);
        if (gathered) void write(gathered, correlation);
      } catch (error) {
        const identifier =
          request.getOptions()?.getStreamIdentifier() ?? gathering.get(key)?.identifier;
        gathering.delete(key);
        reply(correlation, identifier, refusalOf(error));
      }
    });
    call.on('end', () => {
      hasEnded = true;
      endWhenDone();
    });
    call.on('cancelled', stop);
    call.on('error', stop);
  };

const begin = (options: BatchAppendReq.Options): Gathering => {
  const due = options.getDeadline();
  const deadline = due ? due.getSeconds() * 1000 + due.getNanos() / 1e6 : Number.POSITIVE_INFINITY;
  if (deadline <= Date.now()) throw timedOut;
  return {
    identifier: options.getStreamIdentifier(),
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedRevision(options, options.getStreamPosition()),
    deadline,
    events: [],
    bytes: 0,
  };
};
