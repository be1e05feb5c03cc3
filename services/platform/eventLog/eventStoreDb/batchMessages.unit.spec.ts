import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { decodeAnswer, encodeAppend } from './batchMessages.js';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

const append = {
  correlationId: randomUUID(),
  stream: 'പോളിസി-1',
  expected: 'any' as const,
  deadlineMs: 1_500,
  events: [1, 2].map((number) => ({
    id: randomUUID(),
    type: 'फ़ाइल',
    data: { number, text: '₹ é😀' },
    metadata: { number },
  })),
};
const read = (bytes: Buffer) => streams.BatchAppendReq.deserializeBinary(bytes);

describe('an append by hand', () => {
  it('is what the generated messages read', () => {
    const request = read(encodeAppend(append));
    expect(request.getCorrelationId()?.getString()).toBe(append.correlationId);
    expect(request.getIsFinal()).toBe(true);
    const options = request.getOptions();
    expect(text(options?.getStreamIdentifier()?.getStreamName_asU8())).toBe(append.stream);
    const events = request.getProposedMessagesList().map((event) => ({
      id: event.getId()?.getString(),
      type: event.getMetadataMap().get('type'),
      data: JSON.parse(text(event.getData_asU8())),
      metadata: JSON.parse(text(event.getCustomMetadata_asU8())),
    }));
    expect(events).toEqual(append.events);
    const [event] = request.getProposedMessagesList();
    expect(event?.getMetadataMap().get('content-type')).toBe('application/json');
  });

  it.each([
    { expected: 'any', hasAny: true, hasNoStream: false, position: '0' },
    { expected: 'no-stream', hasAny: false, hasNoStream: true, position: '0' },
    { expected: 0n, hasAny: false, hasNoStream: false, position: '0' },
    { expected: 2n ** 40n, hasAny: false, hasNoStream: false, position: `${2 ** 40}` },
  ] as const)('says what it expects: $expected', ({ expected, ...said }) => {
    const options = read(encodeAppend({ ...append, expected })).getOptions();
    expect({
      hasAny: options?.hasAny(),
      hasNoStream: options?.hasNoStream(),
      position: options?.getStreamPosition(),
    }).toEqual(said);
    expect(options?.hasStreamPosition()).toBe(typeof expected === 'bigint');
  });
});

describe('an answer to it', () => {
  it('is read with either form of an id, and with numbers of any size', () => {
    const halves = new shared.UUID.Structured()
      .setMostSignificantBits(String(BigInt.asIntN(64, 0xf23456781234abcdn)))
      .setLeastSignificantBits(String(BigInt.asIntN(64, 0x8765432112345678n)));
    const position = new shared.AllStreamPosition()
      .setCommitPosition('18446744073709551615')
      .setPreparePosition('9007199254740993');
    const success = new streams.BatchAppendResp.Success()
      .setCurrentRevision('9007199254740993')
      .setPosition(position);
    const answer = new streams.BatchAppendResp()
      .setCorrelationId(new shared.UUID().setStructured(halves))
      .setSuccess(success);
    expect(decodeAnswer(Buffer.from(answer.serializeBinary()))).toEqual({
      correlationId: 'f2345678-1234-abcd-8765-432112345678',
      outcome: {
        revision: 9007199254740993n,
        position: { commit: 18446744073709551615n, prepare: 9007199254740993n },
      },
    });
    answer.setCorrelationId(new shared.UUID().setString(append.correlationId));
    const bytes = Buffer.from(answer.serializeBinary());
    expect(decodeAnswer(bytes).correlationId).toBe(append.correlationId);
    expect(() => decodeAnswer(bytes.subarray(0, bytes.length - 3))).toThrow();
  });
});
