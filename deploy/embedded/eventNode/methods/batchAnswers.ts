import type { Code as RpcCode } from '@eventstore/db-client/generated/code_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Message } from 'google-protobuf';
import type { Expected, Outcome } from '../decide.js';
import { NO_EVENTS } from '../event.js';
import { asFailure } from '../failures.js';
import { any, codes, empty, rpc, shared, streams } from '../protocol.js';

const { Code } = codes;

/** Fills an answer. */
type Answer = (response: BatchAppendResp) => BatchAppendResp;

/** An append with more bytes than the node takes at once. */
export class AppendTooLarge extends Error {
  constructor(readonly maxBytes: number) {
    super(`An append may hold ${maxBytes} bytes at most.`);
    this.name = 'AppendTooLarge';
  }
}

/** Thrown for an append whose deadline has passed before it began. */
export const timedOut = new Error('The deadline of the append has passed.');

/** Errors travel as `google.rpc.Status` with a message of the protocol packed inside. */
const refusal =
  (code: RpcCode, name: string, details: Message): Answer =>
  (response) => {
    const packed = new any.Any();
    packed.pack(details.serializeBinary(), `event_store.client.${name}`);
    return response.setError(new rpc.Status().setCode(code).setMessage(name).setDetails(packed));
  };

const timeout = (): Answer => refusal(Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout());

/** What to answer to an append that cannot even be tried. */
export const refusalOf = (error: unknown): Answer => {
  if (error === timedOut) return timeout();
  if (error instanceof AppendTooLarge) {
    const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(error.maxBytes);
    return refusal(Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
  }
  const details = new shared.BadRequest().setMessage(asFailure(error).details);
  return refusal(Code.INVALID_ARGUMENT, 'BadRequest', details);
};

/** What to answer to an append that has been decided. */
export const answerTo = (
  outcome: Outcome,
  expected: Expected,
  identifier: StreamIdentifier | undefined,
): Answer => {
  switch (outcome.kind) {
    case 'written':
      return (response) => response.setSuccess(success(outcome));
    case 'wrongRevision':
      return refusal(
        Code.ALREADY_EXISTS,
        'WrongExpectedVersion',
        wrongExpectedVersion(expected, outcome.current),
      );
    case 'deleted': {
      const details = new shared.StreamDeleted().setStreamIdentifier(identifier);
      return refusal(Code.NOT_FOUND, 'StreamDeleted', details);
    }
    case 'tooLate':
      return timeout();
  }
};

const success = ({ revision, position }: Outcome & { kind: 'written' }) => {
  const message = new streams.BatchAppendResp.Success();
  if (revision === NO_EVENTS) message.setNoStream(new empty.Empty());
  else message.setCurrentRevision(String(revision));
  if (position === null) return message.setNoPosition(new empty.Empty());
  const place = new shared.AllStreamPosition();
  place.setCommitPosition(String(position));
  place.setPreparePosition(String(position));
  return message.setPosition(place);
};

const wrongExpectedVersion = (expected: Expected, current: number) => {
  const message = new shared.WrongExpectedVersion();
  if (current === NO_EVENTS) message.setCurrentNoStream(new empty.Empty());
  else message.setCurrentStreamRevision(String(current));
  switch (expected) {
    case 'any':
      return message.setExpectedAny(new empty.Empty());
    case 'stream-exists':
      return message.setExpectedStreamExists(new empty.Empty());
    case 'no-stream':
      return message.setExpectedNoStream(new empty.Empty());
    default:
      return message.setExpectedStreamPosition(String(expected));
  }
};
