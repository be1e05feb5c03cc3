/** The messages that go both ways, from the protocol to what the double keeps and back. */
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { EventOfDouble, Expected, ProposedEvent } from './eventsOfDouble.js';

/** Bytes from one event to the next: positions are no count, and no one may take them for one. */
const STEP = 100;

export const positionOf = ({ place }: Pick<EventOfDouble, 'place'>): string =>
  String((place + 1) * STEP);

/** How many events stand before a position, that of an event or any other. */
export const placeAt = (position: string): number => Math.ceil(Number(position) / STEP) - 1;

export const identifierOf = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

export const nameOf = (identifier: ReturnType<typeof identifierOf> | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

interface ExpectedOption {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

export function expectedOf(option: ExpectedOption, revision: string): Expected {
  if (option.hasNoStream()) return -1;
  if (option.hasAny()) return 'any';
  return option.hasStreamExists() ? 'stream-exists' : Number(revision);
}

interface ProposedMessage {
  getId(): shared.UUID | undefined;
  getMetadataMap(): { get(name: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

export const proposedOf = (message: ProposedMessage): ProposedEvent => ({
  id: parseUUID(message.getId()) ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  isJson: message.getMetadataMap().get('content-type') === 'application/json',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

/** Of 100 ns, in a millisecond: the protocol counts time in them. */
const TICKS_PER_MS = 10_000;

export function answerWith(event: EventOfDouble) {
  const { ReadEvent } = streams.ReadResp;
  const recorded = new ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(positionOf(event))
    .setPreparePosition(positionOf(event))
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('created', String(event.storedAt.getTime() * TICKS_PER_MS))
    .set('content-type', event.isJson ? 'application/json' : 'application/octet-stream');
  return new streams.ReadResp().setEvent(
    new ReadEvent().setEvent(recorded).setCommitPosition(positionOf(event)),
  );
}

/** @param trailers by which the client recognises a failure: ASCII only */
export function failure(
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const accessDenied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const notLeader = (leader: { readonly host: string; readonly port: number }): ServiceError =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'Shutting down');
