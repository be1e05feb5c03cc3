import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { decodeAnswer } from './answers.js';

const { ReadResp } = streams;
const ID = '7b0c2f5e-1234-4000-8000-00000000abcd';
/** Beyond what a number holds exactly, as the positions of a large log may be. */
const FAR = 2n ** 60n + 1n;

type Change = (event: streams.ReadResp.ReadEvent.RecordedEvent) => void;

const encoded = (answer: streams.ReadResp): Buffer => Buffer.from(answer.serializeBinary());

/** An answer as a server encodes it, made by the generated classes. */
function answerWith(change: Change = () => {}): Buffer {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(ID))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('customer-ലക്ഷ്മി')))
    .setStreamRevision('300')
    .setCommitPosition(FAR.toString())
    .setPreparePosition('7')
    .setCustomMetadata(Buffer.from('{"commandId":"c"}'))
    .setData(Buffer.from('{"city":"കൊച്ചി"}'));
  event
    .getMetadataMap()
    .set('type', 'Happened')
    .set('content-type', 'application/json')
    .set('created', '17120000001234567');
  change(event);
  return encoded(
    new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setCommitPosition('9')),
  );
}

describe('an answer of the event store', () => {
  it('is the event that the server sent', () =>
    expect(decodeAnswer(answerWith())).toEqual({
      id: ID,
      stream: 'customer-ലക്ഷ്മി',
      revision: 300n,
      position: { commit: FAR, prepare: 7n },
      type: 'Happened',
      data: { city: 'കൊച്ചി' },
      metadata: { commandId: 'c' },
      storedAt: new Date(1_712_000_000_123),
    }));

  it('is the first of its log and stream where no numbers are sent', () => {
    const first = answerWith((event) =>
      event.setStreamRevision('0').setCommitPosition('0').setPreparePosition('0'),
    );
    expect(decodeAnswer(first)).toMatchObject({
      revision: 0n,
      position: { commit: 0n, prepare: 0n },
    });
  });

  it('leaves what is no JSON as it is, for the codec to refuse', () => {
    const broken = answerWith((event) => event.setData(Buffer.from('{"city"')));
    expect(decodeAnswer(broken)).toMatchObject({ data: '{"city"' });
    const binary = answerWith((event) => {
      event.getMetadataMap().set('content-type', 'application/octet-stream');
      event.setData(Uint8Array.of(1, 2)).setCustomMetadata('');
    });
    expect(decodeAnswer(binary)).toMatchObject({ data: Uint8Array.of(1, 2), metadata: undefined });
  });

  it('needs to say where the event stands', () => {
    const most = (2n ** 64n - 1n).toString();
    const answer = answerWith((event) => event.setCommitPosition(most).setPreparePosition(most));
    expect(String(decodeAnswer(answer))).toMatch('does not say where events stand');
  });

  it('may be that there is no such stream, a signal, or a link whose event is gone', () => {
    const answers = [
      new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound()),
      new ReadResp().setCaughtUp(new ReadResp.CaughtUp()),
      new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition('300')),
      new ReadResp().setEvent(new ReadResp.ReadEvent().setCommitPosition('300')),
    ];
    expect(answers.map(encoded).map(decodeAnswer)).toEqual([
      ...['not-found', 'caught-up', 'other', 'other'],
    ]);
  });

  it('is an error when it is cut off', () =>
    expect(() => decodeAnswer(answerWith().subarray(0, -3))).toThrow('cut off'));
});
