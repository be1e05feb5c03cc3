import type { Code as RpcCode } from '@eventstore/db-client/generated/code_pb.js';
import {
  endMessage,
  putBytes,
  putNumber,
  type Writing,
  writing,
  written,
} from '@insuremanager/services/platform/eventLog/protobuf';
import type { Message } from 'google-protobuf';
import type { Expected, Outcome } from '../decide.js';
import { NO_EVENTS } from '../event.js';
import { asFailure } from '../failures.js';
import { any, codes, empty, rpc, shared } from '../protocol.js';

const { Code } = codes;

/** What is said of an append, encoded: field 3 of an answer when it was written, else field 2. */
export interface Answer {
  readonly field: 2 | 3;
  readonly message: Uint8Array;
}

const NOTHING = Buffer.alloc(0);
/** Room for everything in an answer but its parts. */
const FRAME = 64;

/**
 * `event_store.client.streams.BatchAppendResp`, by hand, as the generated message costs several
 * times as much.
 * @param correlation encoded as it came, as is the stream
 */
export const encodeAnswer = (
  correlation: Buffer,
  stream: Buffer = NOTHING,
  { field, message }: Answer,
): Buffer => {
  const to = writing(FRAME + correlation.length + stream.length + message.length);
  putBytes(to, 4, stream);
  putBytes(to, field, message);
  putBytes(to, 1, correlation);
  return written(to);
};

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
const refusal = (code: RpcCode, name: string, details: Message): Answer => {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${name}`);
  const status = new rpc.Status().setCode(code).setMessage(name).setDetails(packed);
  return { field: 2, message: status.serializeBinary() };
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
export const answerTo = (outcome: Outcome, expected: Expected, identifier: Buffer): Answer => {
  switch (outcome.kind) {
    case 'written':
      return { field: 3, message: success(outcome) };
    case 'wrongRevision':
      return refusal(
        Code.ALREADY_EXISTS,
        'WrongExpectedVersion',
        wrongExpectedVersion(expected, outcome.current),
      );
    case 'deleted': {
      const details = new shared.StreamDeleted().setStreamIdentifier(
        shared.StreamIdentifier.deserializeBinary(identifier),
      );
      return refusal(Code.NOT_FOUND, 'StreamDeleted', details);
    }
    case 'tooLate':
      return timeout();
  }
};

const success = ({ revision, position }: Outcome & { kind: 'written' }): Buffer => {
  const to = writing(FRAME);
  if (position === null) putEmpty(to, 4);
  else {
    const end = to.start;
    putNumber(to, 2, position);
    putNumber(to, 1, position);
    endMessage(to, 3, end);
  }
  if (revision === NO_EVENTS) putEmpty(to, 2);
  else putNumber(to, 1, revision);
  return written(to);
};

const putEmpty = (to: Writing, field: number): void => endMessage(to, field, to.start);

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
