import { randomUUID } from 'node:crypto';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

export interface StoredUser {
  readonly fullName: string;
  readonly groups: readonly string[];
  readonly password: string;
  readonly disabled: boolean;
}

/** What a test sees of it, and changes. */
export interface SecuredEventStore {
  readonly port: number;
  readonly users: Map<string, StoredUser>;
  /** Of `$all`: what was set, the oldest first. */
  readonly metadata: Record<string, unknown>[];
  /** Requests and calls, such as `POST /users/`. */
  readonly asked: string[];
  /** Answers the next requests by HTTP with this status, as a node without a leader does. */
  failing: { status: number; times: number };
  stop(): Promise<void>;
}

/** As a server whose passwords come from its environment has it at its first start. */
const ADMIN = 'admin';
const ADMINS = '$admins';

/**
 * The part of an EventStoreDB that knows users: its HTTP API for them, and metadata of `$all` over
 * gRPC, on one port, as its source (UsersController, UserManagementService of 24.10 and 26.0) and
 * its documentation describe them. AtomPub is off, as it is by default.
 * @param tls key and certificate in PEM
 */
export async function startSecuredEventStore({
  adminPassword,
  tls,
}: {
  adminPassword: string;
  tls: { key: string; cert: string };
}): Promise<SecuredEventStore> {
  const admin = { fullName: 'Administrator', groups: [ADMINS], disabled: false };
  const users = new Map([[ADMIN, { ...admin, password: adminPassword } as StoredUser]]);
  const metadata: Record<string, unknown>[] = [];
  const asked: string[] = [];
  const sessions = new Set<Http2Session>();
  const server = createSecureServer({ ...tls, allowHTTP1: true });

  const userOf = (authorization: string | undefined): StoredUser | undefined => {
    const [, basic = ''] = /^Basic (.+)$/i.exec(authorization ?? '') ?? [];
    const [name = '', password] = Buffer.from(basic, 'base64').toString().split(/:(.*)/s);
    const user = users.get(name);
    return user?.password === password && !user?.disabled ? user : undefined;
  };
  const isAdmin = (authorization: string | undefined): boolean =>
    userOf(authorization)?.groups.includes(ADMINS) === true;

  const answerTo = (
    { method, url, headers }: Pick<Http2ServerRequest, 'method' | 'url' | 'headers'>,
    text: string,
  ): { status: number; body?: object } => {
    const { failing } = store;
    if (failing.times > 0) {
      failing.times -= 1;
      return { status: failing.status };
    }
    if (!isAdmin(headers.authorization)) return { status: 401 };
    const json = () => JSON.parse(text);
    const [, name = '', command] = /^\/users\/([^/]*)(?:\/command\/(.*))?$/.exec(url) ?? [];
    const known = users.get(decodeURIComponent(name));
    if (method === 'POST' && url === '/users/') {
      const { loginName, fullName, groups, password } = json();
      const there = users.get(loginName);
      if (there && there.password !== password)
        return { status: 409, body: { loginName, success: false, error: 'Conflict' } };
      if (!there) users.set(loginName, { fullName, groups, password, disabled: false });
      return { status: 201, body: { loginName, success: true, error: 'Success' } };
    }
    if (!known || !url.startsWith('/users/')) return { status: 404 };
    if (method === 'GET' && command === undefined) {
      const { password: _, ...data } = known;
      return { status: 200, body: { data: { loginName: name, ...data }, success: true } };
    }
    if (method === 'POST' && command === 'reset-password') {
      users.set(name, { ...known, password: json().newPassword });
      return { status: 200, body: { loginName: name, success: true, error: 'Success' } };
    }
    return { status: 404 };
  };

  const store: SecuredEventStore = {
    ...{ users, metadata, asked, failing: { status: 500, times: 0 } },
    get port() {
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  server.on('session', (session) => sessions.add(session));
  server.on('request', async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const bytes = await bytesOf(request);
    const { method, url, headers } = request;
    asked.push(`${method} ${url}`);
    if (request.httpVersionMajor === 1) {
      const { status, body } = answerTo({ method, url, headers }, bytes.toString());
      response.writeHead(status, { connection: 'close' });
      return void response.end(body ? JSON.stringify(body) : '');
    }
    const isAllowed = url.endsWith('Gossip/Read') || isAdmin(headers.authorization);
    const answer = isAllowed
      ? answerOf(url, messagesIn(bytes), { metadata, port: store.port })
      : DENIED;
    response.writeHead(200, { 'content-type': 'application/grpc' });
    response.addTrailers('trailers' in answer ? answer.trailers : OK);
    return void response.end('message' in answer ? framed(answer.message) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return store;
}

type Message = { serializeBinary(): Uint8Array };
type CallAnswer = { readonly message: Message } | { readonly trailers: Record<string, string> };

const OK = { 'grpc-status': '0' };
const DENIED = { trailers: { 'grpc-status': '7', exception: 'access-denied' } };
const UNKNOWN_CALL = { trailers: { 'grpc-status': '12' } };

function answerOf(
  path: string,
  messages: readonly Buffer[],
  { metadata, port }: Pick<SecuredEventStore, 'metadata' | 'port'>,
): CallAnswer {
  const [first = Buffer.of(), second = Buffer.of()] = messages;
  if (path.endsWith('Gossip/Read')) return { message: leaderAt(port) };
  if (path.endsWith('Streams/Read')) {
    const { options } = streams.ReadReq.deserializeBinary(first).toObject();
    return { message: readOf(options?.stream?.streamIdentifier, metadata) };
  }
  if (path.endsWith('Streams/Append')) {
    const options = streams.AppendReq.deserializeBinary(first).getOptions();
    const wanted = options?.hasNoStream() ? -1 : Number(options?.getRevision());
    const current = metadata.length - 1;
    if (wanted !== current) {
      const wrong = new streams.AppendResp.WrongExpectedVersion();
      wrong.setCurrentRevision(String(current)).setExpectedRevision(String(wanted));
      return { message: new streams.AppendResp().setWrongExpectedVersion(wrong) };
    }
    const event = streams.AppendReq.deserializeBinary(second).getProposedMessage();
    metadata.push(JSON.parse(Buffer.from(event?.getData_asU8() ?? []).toString()));
    const success = new streams.AppendResp.Success().setCurrentRevision(String(current + 1));
    return {
      message: new streams.AppendResp().setSuccess(success.setNoPosition(new shared.Empty())),
    };
  }
  return UNKNOWN_CALL;
}

type Identifier = { readonly streamName: Uint8Array | string };

/** The last event of the metadata of `$all`. */
function readOf(stream: Identifier | undefined, metadata: readonly object[]): Message {
  const name = Buffer.from(String(stream?.streamName), 'base64').toString();
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(name));
  const last = name === '$$$all' ? metadata.at(-1) : undefined;
  const { StreamNotFound, ReadEvent } = streams.ReadResp;
  if (!last)
    return new streams.ReadResp().setStreamNotFound(
      new StreamNotFound().setStreamIdentifier(identifier),
    );
  const event = new ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(randomUUID()))
    .setStreamIdentifier(identifier)
    .setStreamRevision(String(metadata.length - 1))
    .setData(Buffer.from(JSON.stringify(last)));
  for (const [key, value] of Object.entries(SYSTEM_METADATA))
    event.getMetadataMap().set(key, value);
  const read = new ReadEvent().setEvent(event).setNoPosition(new shared.Empty());
  return new streams.ReadResp().setEvent(read);
}

const SYSTEM_METADATA = {
  type: '$metadata',
  created: '17000000000000000',
  'content-type': 'application/json',
};

function leaderAt(port: number): Message {
  const { MemberInfo, EndPoint, ClusterInfo } = gossip;
  const leader = new MemberInfo()
    .setInstanceId(new shared.UUID().setString(randomUUID()))
    .setState(MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new EndPoint().setAddress('localhost').setPort(port));
  return new ClusterInfo().setMembersList([leader]);
}

function messagesIn(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = 5 + rest.readUInt32BE(1);
    messages.push(rest.subarray(5, end));
    rest = rest.subarray(end);
  }
  return messages;
}

function framed(message: Message): Buffer {
  const bytes = message.serializeBinary();
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([frame, bytes]);
}

async function bytesOf(request: Http2ServerRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
