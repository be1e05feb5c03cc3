import type { EventEmitter } from 'node:events';
import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { vi } from 'vitest';

/** An append as it came, on the call on which it came. */
export interface ReceivedAppend {
  readonly call: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly request: InstanceType<typeof streams.BatchAppendReq>;
}

/** @param tls key and certificate in PEM; without them it speaks without TLS. */
export async function startStubEventStore(tls?: { key: string; cert: string }) {
  const appends: ReceivedAppend[] = [];
  const calls = new Set<ServerHttp2Stream>();
  const sockets = new Set<Socket>();
  const server = tls ? createSecureServer(tls) : createServer();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  (server as EventEmitter).on('stream', (call: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    call.on('error', () => {}); // a call that the test has broken
    call.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    call.on('wantTrailers', () => call.sendTrailers({ 'grpc-status': '0' }));
    calls.add(call);
    let bytes = Buffer.alloc(0);
    call.on('data', (some: Buffer) => {
      bytes = Buffer.concat([bytes, some]);
      for (let length = lengthOf(bytes); bytes.length >= length; length = lengthOf(bytes)) {
        const request = streams.BatchAppendReq.deserializeBinary(bytes.subarray(5, length));
        appends.push({ call, headers, request });
        bytes = bytes.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** In the order in which they came. */
    appends,
    /** Waits until so many have come. */
    async received(count: number) {
      await vi.waitUntil(() => appends.length >= count, { timeout: 120_000, interval: 5 });
      return appends;
    },
    /** Takes nothing from the calls that are open, so that what is sent on them piles up. */
    pause() {
      for (const call of calls) call.pause();
    },
    resume() {
      for (const call of calls) call.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that takes appends on Streams/BatchAppend, and answers what a test says, when it says. */
export type StubEventStore = Awaited<ReturnType<typeof startStubEventStore>>;

/** Of the message at the front with its frame: a byte, and its length in four. */
const lengthOf = (bytes: Buffer): number =>
  bytes.length < 5 ? Number.POSITIVE_INFINITY : 5 + bytes.readUInt32BE(1);

type Answer = InstanceType<typeof streams.BatchAppendResp>;

/** Sends an answer, if the call is still there. */
export function sendAnswer(call: ServerHttp2Stream, answer: Answer): void {
  if (call.destroyed || call.closed) return;
  const message = answer.serializeBinary();
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  call.write(Buffer.concat([frame, message]));
}

/** That an append is written, as the first event of its stream. */
export function written({ request }: ReceivedAppend): Answer {
  const success = new streams.BatchAppendResp.Success().setCurrentRevision('0');
  return new streams.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
    .setSuccess(success);
}
