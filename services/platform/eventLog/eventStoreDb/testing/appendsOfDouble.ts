import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Double } from './double.js';
import type { EventOfDouble, ProposedEvent } from './eventsOfDouble.js';
import { expectedOf, failure, nameOf, positionOf, proposedOf } from './protocol.js';

type AppendAnswer = InstanceType<typeof streams.AppendResp>;

/** Streams/Append: one append as one call. A wrong revision is an answer like any other. */
export const append =
  ({ events, faults, late }: Double) =>
  (
    call: ServerReadableStream<streams.AppendReq, AppendAnswer>,
    callback: sendUnaryData<AppendAnswer>,
  ): void => {
    let options = new streams.AppendReq.Options();
    const proposed: ProposedEvent[] = [];
    call.on('error', () => undefined);
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options;
      const message = request.getProposedMessage();
      if (message) proposed.push(proposedOf(message));
    });
    call.on('end', () => {
      if (call.cancelled || faults.silent) return;
      const expected = expectedOf(options, options.getRevision());
      const outcome = events.append(nameOf(options.getStreamIdentifier()), expected, proposed);
      if (faults.appends === 'time-out')
        return callback(failure(status.ABORTED, 'Operation timed out'));
      const answer = new streams.AppendResp();
      if ('last' in outcome)
        answer.setSuccess(successOf(outcome.last, faults.appends !== 'no-position'));
      else answer.setWrongExpectedVersion(wrongVersion(expected, outcome.current));
      const reply = () => callback(null, answer);
      if (faults.appends === 'late') late.push(reply);
      else reply();
    });
  };

function successOf(last: EventOfDouble, hasPosition: boolean) {
  const success = new streams.AppendResp.Success().setCurrentRevision(String(last.revision));
  if (!hasPosition) return success.setNoPosition(new shared.Empty());
  const position = new streams.AppendResp.Position()
    .setCommitPosition(positionOf(last))
    .setPreparePosition(positionOf(last));
  return success.setPosition(position);
}

function wrongVersion(expected: ReturnType<typeof expectedOf>, current: number) {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (typeof expected === 'number' && expected >= 0) wrong.setExpectedRevision(String(expected));
  else wrong.setExpectedNoStream(new shared.Empty());
  return wrong;
}
