import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { Double } from './double.js';
import type { EventOfDouble, ProposedEvent } from './eventsOfDouble.js';
import { expectedOf, nameOf, positionOf, proposedOf } from './protocol.js';

type BatchAnswer = InstanceType<typeof streams.BatchAppendResp>;

/** An append of which not all pieces have come yet. */
interface Gathering {
  readonly options: streams.BatchAppendReq.Options;
  readonly proposed: ProposedEvent[];
}

/**
 * Streams/BatchAppend: many appends on one call, each under an id that is answered once. Whoever
 * waits on a call that merely ends waits for ever: when the server goes, the call fails.
 */
export const batchAppend =
  ({ events, faults, calls, late }: Double) =>
  (call: ServerDuplexStream<streams.BatchAppendReq, BatchAnswer>): void => {
    const gathered = new Map<string, Gathering>();
    let isOver = false;
    const finish = (finishing: () => void): void => {
      if (isOver) return;
      isOver = true;
      forget();
      finishing();
    };
    const forget = calls.add({
      fail: (error) => finish(() => call.emit('error', error)),
      end: () => finish(() => call.end()),
    });
    call.on('cancelled', () => finish(() => undefined));
    call.on('error', () => finish(() => undefined));
    call.on('end', () => finish(() => call.end()));

    call.on('data', (request: streams.BatchAppendReq) => {
      if (isOver || faults.silent) return;
      const correlationId = parseUUID(request.getCorrelationId()) ?? '';
      const begun = request.getOptions();
      if (begun) gathered.set(correlationId, { options: begun, proposed: [] });
      const gathering = gathered.get(correlationId);
      gathering?.proposed.push(...request.getProposedMessagesList().map(proposedOf));
      if (!gathering || !request.getIsFinal()) return;
      gathered.delete(correlationId);
      const { options, proposed } = gathering;
      const expected = expectedOf(options, options.getStreamPosition());
      const outcome = events.append(nameOf(options.getStreamIdentifier()), expected, proposed);
      const answer = new streams.BatchAppendResp()
        .setCorrelationId(request.getCorrelationId())
        .setStreamIdentifier(options.getStreamIdentifier());
      if (faults.appends === 'time-out') answer.setError(errorOf('Timeout', new shared.Timeout()));
      else if ('last' in outcome)
        answer.setSuccess(successOf(outcome.last, faults.appends !== 'no-position'));
      else answer.setError(wrongVersion(outcome.current));
      const reply = () => {
        if (!isOver) call.write(answer);
      };
      if (faults.appends === 'late') late.push(reply);
      else reply();
    });
  };

function successOf(last: EventOfDouble, hasPosition: boolean) {
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(last.revision));
  if (!hasPosition) return success.setNoPosition(new shared.Empty());
  const position = new shared.AllStreamPosition()
    .setCommitPosition(positionOf(last))
    .setPreparePosition(positionOf(last));
  return success.setPosition(position);
}

function wrongVersion(current: number) {
  const wrong = new shared.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(current));
  return errorOf('WrongExpectedVersion', wrong.setExpectedAny(new shared.Empty()));
}

/** Errors of appends travel as a status with a message of the protocol packed inside. */
export function errorOf(name: string, details: { serializeBinary(): Uint8Array }) {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${name}`);
  return new rpc.Status().setMessage(name).setDetails(packed);
}
