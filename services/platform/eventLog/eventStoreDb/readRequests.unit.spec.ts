import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { encodeLastRead, encodeStreamRead } from './readRequests.js';

/** What a server makes of it, read by the generated classes. */
function understood(request: Buffer) {
  const options = streams.ReadReq.deserializeBinary(request).getOptions();
  const stream = options?.getStream();
  const name = stream?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
  return {
    stream: Buffer.from(name).toString('utf8'),
    from: stream?.hasEnd() ? 'end' : stream?.getRevision(),
    direction: options?.getReadDirection(),
    count: options?.getCount(),
    resolvesLinks: options?.getResolveLinks(),
    isUnfiltered: options?.hasNoFilter(),
    idsAsTexts: options?.getUuidOption()?.hasString(),
  };
}

const always = { resolvesLinks: false, isUnfiltered: true, idsAsTexts: true };

describe('a request for events of a stream', () => {
  it('asks for those from a revision on', () =>
    expect(understood(encodeStreamRead('customer-ലക്ഷ്മി', 300n, 2 ** 53 - 1))).toEqual({
      ...{ stream: 'customer-ലക്ഷ്മി', from: '300', direction: 0, count: '9007199254740991' },
      ...always,
    }));

  it('asks for the newest one', () =>
    expect(understood(encodeLastRead('customer-1'))).toEqual({
      ...{ stream: 'customer-1', from: 'end', direction: 1, count: '1' },
      ...always,
    }));
});
