import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Expected, Outcome, WriteRequest } from '../decide.js';
import { NO_EVENTS } from '../event.js';
import { asFailure, failure, invalidArgument, streamDeleted, tooLate } from '../failures.js';
import type { NodeContext } from '../nodeContext.js';
import { streams } from '../protocol.js';
import { expectedRevision, streamName } from '../requests.js';

/** Streams/Delete: hides a stream, which may be written again. */
export const softDelete =
  (context: NodeContext) =>
  async (
    call: ServerUnaryCall<DeleteReq, DeleteResp>,
    callback: sendUnaryData<DeleteResp>,
  ): Promise<void> => {
    try {
      const position = await remove(context, 'softDelete', call.request.getOptions());
      const place = new streams.DeleteResp.Position();
      place.setCommitPosition(position);
      place.setPreparePosition(position);
      callback(null, new streams.DeleteResp().setPosition(place));
    } catch (error) {
      callback(asFailure(error), null);
    }
  };

/** Streams/Tombstone: ends a stream for ever. */
export const tombstone =
  (context: NodeContext) =>
  async (
    call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
    callback: sendUnaryData<TombstoneResp>,
  ): Promise<void> => {
    try {
      const position = await remove(context, 'tombstone', call.request.getOptions());
      const place = new streams.TombstoneResp.Position();
      place.setCommitPosition(position);
      place.setPreparePosition(position);
      callback(null, new streams.TombstoneResp().setPosition(place));
    } catch (error) {
      callback(asFailure(error), null);
    }
  };

const remove = async (
  { store }: NodeContext,
  kind: Exclude<WriteRequest['kind'], 'append'>,
  options: DeleteReq.Options | TombstoneReq.Options | undefined,
): Promise<string> => {
  if (!options) throw invalidArgument('options are required.');
  const stream = streamName(options.getStreamIdentifier());
  const expected = expectedRevision(options, options.getRevision());
  const deadline = Number.POSITIVE_INFINITY;
  const outcome = await store.write({ kind, stream, expected, events: [], deadline });
  return positionOf(outcome, stream, expected);
};

/** @throws the failure that says why there is no position. */
const positionOf = (outcome: Outcome, stream: string, expected: Expected): string => {
  switch (outcome.kind) {
    case 'written':
      return String(outcome.position);
    case 'deleted':
      throw streamDeleted(stream);
    case 'tooLate':
      throw tooLate();
    case 'wrongRevision':
      throw failure(status.FAILED_PRECONDITION, 'The stream is not at the expected revision.', {
        exception: 'wrong-expected-version',
        'stream-name': stream,
        'expected-version': versionText(expected),
        'actual-version': String(outcome.current),
      });
  }
};

/** The numbers by which the protocol names expectations where it wants a number. */
const versionText = (expected: Expected): string => {
  switch (expected) {
    case 'any':
      return '-2';
    case 'no-stream':
      return String(NO_EVENTS);
    case 'stream-exists':
      return '-4';
    default:
      return String(expected);
  }
};
