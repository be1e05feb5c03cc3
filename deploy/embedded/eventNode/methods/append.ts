import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Expected, Outcome } from '../decide.js';
import { NO_EVENTS, type ProposedEvent } from '../event.js';
import { asFailure, failure, invalidArgument, streamDeleted, tooLate } from '../failures.js';
import type { NodeContext } from '../nodeContext.js';
import { shared, streams } from '../protocol.js';
import { expectedRevision, proposedEvent, sizeOf, streamName } from '../requests.js';

type AppendResponse = InstanceType<typeof streams.AppendResp>;

/** Streams/Append: one append as one call, used by clients that send credentials with it. */
export const append =
  ({ store, openCalls, maxAppendBytes }: NodeContext) =>
  async (
    call: ServerReadableStream<AppendReq, AppendResponse>,
    callback: sendUnaryData<AppendResponse>,
  ): Promise<void> => {
    let isAnswered = false;
    const reply: sendUnaryData<AppendResponse> = (error, response) => {
      if (isAnswered) return;
      isAnswered = true;
      over();
      callback(error, response);
    };
    const over = openCalls.add((error) => reply(error, null));
    call.on('cancelled', over);
    try {
      const { options, events } = await receive(call, maxAppendBytes);
      if (call.cancelled) return;
      const stream = streamName(options.getStreamIdentifier());
      const expected = expectedRevision(options, options.getRevision());
      const deadline = Number(call.getDeadline());
      const outcome = await store.write({ kind: 'append', stream, expected, events, deadline });
      reply(null, response(outcome, expected, stream));
    } catch (error) {
      reply(asFailure(error), null);
    }
  };

/** By events: iterating would build an error, with its stack, at the end of every call. */
const receive = (
  call: ServerReadableStream<AppendReq, AppendResponse>,
  maxAppendBytes: number,
): Promise<{ options: AppendReq.Options; events: ProposedEvent[] }> =>
  new Promise((resolve, reject) => {
    let options: AppendReq.Options | undefined;
    let bytes = 0;
    const events: ProposedEvent[] = [];
    call.on('data', (message: AppendReq) => {
      options ??= message.getOptions();
      const proposed = message.getProposedMessage();
      if (!proposed || bytes > maxAppendBytes) return;
      try {
        const event = proposedEvent(proposed);
        bytes += sizeOf(event);
        if (bytes > maxAppendBytes) throw tooLarge(maxAppendBytes);
        events.push(event);
      } catch (error) {
        reject(error);
      }
    });
    call.once('end', () =>
      options ? resolve({ options, events }) : reject(invalidArgument('options are required.')),
    );
    call.once('error', reject);
    // A call that the client gave up has no end.
    call.once('cancelled', () => reject(failure(status.CANCELLED, 'The call was cancelled.')));
  });

const tooLarge = (maxAppendBytes: number) =>
  failure(status.INVALID_ARGUMENT, `An append may hold ${maxAppendBytes} bytes at most.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });

/** A wrong revision is an answer here; everything else that went wrong is a failed call. */
const response = (outcome: Outcome, expected: Expected, stream: string): AppendResponse => {
  switch (outcome.kind) {
    case 'written':
      return new streams.AppendResp().setSuccess(success(outcome));
    case 'wrongRevision':
      return new streams.AppendResp().setWrongExpectedVersion(
        wrongExpectedVersion(expected, outcome.current),
      );
    case 'deleted':
      throw streamDeleted(stream);
    case 'tooLate':
      throw tooLate();
  }
};

const success = ({ revision, position }: Outcome & { kind: 'written' }) => {
  const message = new streams.AppendResp.Success();
  if (revision === NO_EVENTS) message.setNoStream(new shared.Empty());
  else message.setCurrentRevision(String(revision));
  if (position === null) return message.setNoPosition(new shared.Empty());
  const place = new streams.AppendResp.Position();
  place.setCommitPosition(String(position));
  place.setPreparePosition(String(position));
  return message.setPosition(place);
};

const wrongExpectedVersion = (expected: Expected, current: number) => {
  const message = new streams.AppendResp.WrongExpectedVersion();
  if (current === NO_EVENTS) message.setCurrentNoStream(new shared.Empty());
  else message.setCurrentRevision(String(current));
  switch (expected) {
    case 'any':
      return message.setExpectedAny(new shared.Empty());
    case 'stream-exists':
      return message.setExpectedStreamExists(new shared.Empty());
    case 'no-stream':
      return message.setExpectedNoStream(new shared.Empty());
    default:
      return message.setExpectedRevision(String(expected));
  }
};
