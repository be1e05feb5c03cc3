import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.js';
import { createLogger } from '../../logger.js';
import { WrongRevision } from '../eventLog.js';
import { parseAddress } from './address.js';
import { type Batch, openBatch } from './batchAppends.js';
import { connect } from './connection.js';
import { translated } from './errors.js';
import { openEventStoreDb } from './eventStoreDb.js';
import { selfSigned } from './testing/selfSigned.js';
import {
  type ReceivedAppend,
  type StubEventStore,
  sendAnswer,
  startStubEventStore,
  written,
} from './testing/stubEventStore.js';

const nothing = () => undefined;
/** For answers that come, however slow the machine is. */
const PATIENT_MS = 60_000;
/** For answers that do not come in time. */
const IMPATIENT_MS = 3_000;

let stub: StubEventStore;
let client: EventStoreDBClient;
let other: EventStoreDBClient;
let patient: Batch;
let impatient: Batch;
/** Why calls broke. */
let breaks: unknown[];

const address = (): string => `esdb://127.0.0.1:${stub.port}?tls=false`;
const event = (data: object = {}) => ({ id: randomUUID(), type: 'Happened', data, metadata: {} });

/** 'written', or what is thrown, in the words of the port. */
const outcomeOf = async (
  stream: string,
  { events = [event()], by = patient } = {},
): Promise<unknown> =>
  by.send({ stream, expected: 'any', events }).then(
    () => 'written',
    (error) => {
      const meant = translated(error, stream);
      return meant instanceof Refusal ? meant.kind : meant;
    },
  );

const streamOf = ({ request }: ReceivedAppend): string =>
  Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();

/** What has come for a stream. */
const cameFor = async (stream: string): Promise<ReceivedAppend> => {
  for (let count = 1; ; count += 1) {
    const found = (await stub.received(count)).find((received) => streamOf(received) === stream);
    if (found) return found;
  }
};

const answer = (received: ReceivedAppend): void => sendAnswer(received.call, written(received));

beforeEach(async () => {
  stub = await startStubEventStore();
  client = connect(parseAddress(address()));
  other = connect(parseAddress(address()));
  const errors: unknown[] = [];
  breaks = errors;
  patient = openBatch(client, PATIENT_MS, (error) => errors.push(error));
  impatient = openBatch(client, IMPATIENT_MS, nothing);
});
afterEach(async () => {
  patient.retire();
  impatient.retire();
  await Promise.all([client.dispose(), other.dispose()]);
  await stub.stop();
});

describe('appends over one call', () => {
  it('pass over answers that come late, twice, for an unknown id, or for none', async () => {
    expect(await outcomeOf('late', { by: impatient })).toBe('unavailable');
    const late = await cameFor('late');
    const next = outcomeOf('next', { by: impatient });
    const received = await cameFor('next');
    expect(received.call).toBe(late.call);
    answer(late);
    answer(late);
    const unknown = new shared.UUID().setString(randomUUID());
    sendAnswer(late.call, written(late).setCorrelationId(unknown));
    sendAnswer(late.call, new streams.BatchAppendResp());
    answer(received);
    answer(received);
    expect(await next).toBe('written');
    const last = outcomeOf('last', { by: impatient });
    answer(await cameFor('last'));
    expect(await last).toBe('written');
  });

  it('fail with their call, and no others do', async () => {
    const broken = [outcomeOf('a'), outcomeOf('b')];
    const kept = outcomeOf('c', { by: openBatch(other, PATIENT_MS, nothing) });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(cameFor));
    expect(a?.call).toBe(b?.call);
    a?.call.close(constants.NGHTTP2_INTERNAL_ERROR);
    expect(await Promise.all(broken)).toEqual(['unavailable', 'unavailable']);
    // An answer on another call, to an append of the one that broke, is one that nobody waits for.
    if (!a || !c) throw new Error('nothing came');
    sendAnswer(c.call, written(a));
    answer(c);
    expect(await kept).toBe('written');
    expect(breaks).toHaveLength(1);
    expect(await outcomeOf('after')).toBe('unavailable');
    const again = outcomeOf('again', { by: openBatch(client, PATIENT_MS, nothing) });
    const received = await cameFor('again');
    expect(received.call).not.toBe(a.call);
    answer(received);
    expect(await again).toBe('written');
  });

  it('fail when the server ends the call in an orderly manner', async () => {
    const ended = outcomeOf('a');
    (await cameFor('a')).call.end();
    expect(await ended).toBe('unavailable');
    expect(breaks).toHaveLength(1);
  });

  it('keep their call until the last is answered, when no more will come', async () => {
    const several = ['a', 'b'].map((stream) => outcomeOf(stream));
    const [a, b] = await Promise.all(['a', 'b'].map(cameFor));
    if (!a || !b) throw new Error('nothing came');
    patient.retire();
    const closed = new Promise((resolve) => a.call.once('close', resolve));
    answer(a);
    answer(b);
    expect(await Promise.all(several)).toEqual(['written', 'written']);
    await closed;
  });

  it('are not sent any more when nobody waits for them', async () => {
    const log = openEventStoreDb(address(), {
      ...{ logger: createLogger('silent'), deadlineMs: IMPATIENT_MS },
    });
    const appending = (stream: string, data: object = {}) =>
      log.append(stream, 'any', [event(data)]).then(
        () => 'written',
        (error: Refusal) => error.kind,
      );
    const answerPlaced = (received: ReceivedAppend): void => {
      const place = new shared.AllStreamPosition().setCommitPosition('1').setPreparePosition('1');
      const placed = written(received);
      placed.getSuccess()?.setPosition(place);
      sendAnswer(received.call, placed);
    };
    const first = appending('first');
    answerPlaced(await cameFor('first'));
    expect(await first).toBe('written');
    stub.pause();
    const many = Array.from({ length: 100 }, () => appending('many', { text: 'x'.repeat(60_000) }));
    expect(new Set(await Promise.all(many))).toEqual(new Set(['unavailable']));
    stub.resume();
    const last = appending('last');
    answerPlaced(await cameFor('last'));
    expect(await last).toBe('written');
    await log.close();
    expect(stub.appends.length).toBeLessThan(60);
  });
});

/** Details of a type, with nothing in them. */
const statusOf = (message: string, type: string) => {
  const details = new any.Any();
  details.pack(new Uint8Array(), type);
  return new rpc.Status().setMessage(message).setDetails(details);
};

describe('a refusal of the server', () => {
  const refusals = [
    { type: 'WrongExpectedVersion', means: expect.any(WrongRevision) },
    { type: 'Timeout', means: 'unavailable' },
    { type: 'Unknown', means: 'unavailable' },
    { type: 'AccessDenied', means: expect.any(Error) },
    { type: 'StreamDeleted', means: expect.any(Error) },
    { type: 'MaximumAppendSizeExceeded', means: expect.any(Error) },
  ];
  it.each(refusals)('$type is understood', async ({ type, means }) => {
    const outcome = outcomeOf('a');
    const received = await cameFor('a');
    const status = statusOf(type, `event_store.client.${type}`);
    sendAnswer(received.call, written(received).setError(status));
    expect(await outcome).toEqual(means);
  });

  it('for now, as while it starts, is told by its message alone', async () => {
    const outcome = outcomeOf('a');
    const received = await cameFor('a');
    const status = statusOf('Server Is Not Ready', 'google.protobuf.Empty');
    sendAnswer(received.call, written(received).setError(status));
    expect(await outcome).toBe('unavailable');
  });
});

describe('over TLS', () => {
  it.each([
    { who: 'a user', user: 'somebody:secret@', sent: `Basic ${btoa('somebody:secret')}` },
    { who: 'nobody', user: '', sent: undefined },
  ])('appends are those of $who', async ({ user, sent }) => {
    const folder = await mkdtemp(join(tmpdir(), 'insuremanager-tls-'));
    const pair = selfSigned();
    await writeFile(join(folder, 'ca.pem'), pair.cert);
    const secure = await startStubEventStore(pair);
    const query = `tls=true&tlsCAFile=${join(folder, 'ca.pem')}`;
    const secured = connect(parseAddress(`esdb://${user}localhost:${secure.port}?${query}`));
    try {
      const append = { stream: 'a', expected: 'any', events: [event()] } as const;
      const appending = openBatch(secured, PATIENT_MS, nothing).send(append);
      const [received] = await secure.received(1);
      if (!received) throw new Error('nothing came');
      sendAnswer(received.call, written(received));
      expect(await appending).toEqual({ revision: 0n });
      expect(received.headers.authorization).toBe(sent);
    } finally {
      await secured.dispose();
      await secure.stop();
      await rm(folder, { recursive: true });
    }
  });
});
