import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { decodeAnswer } from './answers.js';

const { ReadResp } = streams;
const ID = '7b0c2f5e-1234-4000-8000-00000000abcd';
/** Beyond what a number holds exactly, as the positions of a large log may be. */
const FAR = 2n ** 60n + 1n;

type Change = (event: streams.ReadResp.ReadEvent.RecordedEvent) => void;

/** An answer as a server encodes it, made by the generated classes. */
function answerWith(change: Change = () => {}): Buffer {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(ID);
  event.setId(id);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from('customer-ലക്ഷ്മി'));
  event.setStreamIdentifier(stream);
  event.setStreamRevision('300');
  event.setCommitPosition(FAR.toString());
  event.setPreparePosition('7');
  event.getMetadataMap().set('type', 'Happened');
  event.getMetadataMap().set('content-type', 'application/json');
  event.getMetadataMap().set('created', '17120000001234567');
  event.setCustomMetadata(Buffer.from('{"commandId":"c"}'));
  event.setData(Buffer.from('{"city":"കൊച്ചി"}'));
  change(event);
  const resolved = new ReadResp.ReadEvent();
  resolved.setEvent(event);
  resolved.setCommitPosition('9');
  const answer = new ReadResp();
  answer.setEvent(resolved);
  return Buffer.from(answer.serializeBinary());
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

  it('has an id in either form of the protocol', () => {
    const answer = answerWith((event) => {
      const structured = new shared.UUID.Structured();
      structured.setMostSignificantBits(BigInt.asIntN(64, 0x7b0c2f5e12344000n).toString());
      structured.setLeastSignificantBits(BigInt.asIntN(64, 0x800000000000abcdn).toString());
      const id = new shared.UUID();
      id.setStructured(structured);
      event.setId(id);
    });
    expect(decodeAnswer(answer)).toMatchObject({ id: ID });
  });

  it('leaves what is no JSON as it is, for the codec to refuse', () => {
    const broken = answerWith((event) => event.setData(Buffer.from('{"city"')));
    expect(decodeAnswer(broken)).toMatchObject({ data: '{"city"' });
    const binary = answerWith((event) => {
      event.getMetadataMap().set('content-type', 'application/octet-stream');
      event.setData(Uint8Array.of(1, 2));
      event.setCustomMetadata('');
    });
    expect(decodeAnswer(binary)).toMatchObject({ data: Uint8Array.of(1, 2), metadata: undefined });
  });

  it('needs to say where the event stands', () => {
    const answer = answerWith((event) => {
      event.setCommitPosition((2n ** 64n - 1n).toString());
      event.setPreparePosition((2n ** 64n - 1n).toString());
    });
    expect(() => decodeAnswer(answer)).toThrow('does not say where events stand');
  });

  it('may be a signal, or a link whose event is gone', () => {
    const caughtUp = new ReadResp();
    caughtUp.setCaughtUp(new ReadResp.CaughtUp());
    expect(decodeAnswer(Buffer.from(caughtUp.serializeBinary()))).toBe('caught-up');
    const checkpoint = new ReadResp();
    checkpoint.setCheckpoint(new ReadResp.Checkpoint());
    expect(decodeAnswer(Buffer.from(checkpoint.serializeBinary()))).toBe('other');
    const notFound = new ReadResp();
    notFound.setStreamNotFound(new ReadResp.StreamNotFound());
    expect(decodeAnswer(Buffer.from(notFound.serializeBinary()))).toBe('stream-not-found');
    const gone = new ReadResp();
    gone.setEvent(new ReadResp.ReadEvent());
    expect(decodeAnswer(Buffer.from(gone.serializeBinary()))).toBe('other');
  });
});
