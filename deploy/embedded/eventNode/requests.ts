/** From the protocol's messages to our own terms. */
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import type { Expected } from './decide.js';
import type { ProposedEvent } from './event.js';
import { failure, invalidArgument, invalidPosition } from './failures.js';

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Postgres cannot hold it in a text, and one such event would fail all of its group. */
const NUL = '\u0000';
/** How the protocol writes "the end" where it wants a number. */
const LAST_UINT64 = '18446744073709551615';

/** @throws INVALID_ARGUMENT without a usable name. */
export const streamName = (identifier: StreamIdentifier | undefined): string =>
  checkedStreamName(Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8'));

/** @throws INVALID_ARGUMENT when the name is not usable. */
export const checkedStreamName = (name: string): string => {
  if (name === '' || name.includes(NUL)) throw invalidArgument('A stream name is missing.');
  return name;
};

const hex64 = (value: string): string =>
  BigInt.asUintN(64, BigInt(value)).toString(16).padStart(16, '0');

/** The text of a UUID, in whichever of the protocol's two forms it comes. */
export const uuidText = (uuid: UUID | undefined): string => {
  const halves = uuid?.getStructured();
  if (!halves) return uuid?.getString() ?? '';
  const digits = hex64(halves.getMostSignificantBits()) + hex64(halves.getLeastSignificantBits());
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

interface ExpectedRevisionOption {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

/** @param revision the option's number; the messages do not agree on its name. */
export const expectedRevision = (option: ExpectedRevisionOption, revision: string): Expected => {
  if (option.hasNoStream()) return 'no-stream';
  if (option.hasAny()) return 'any';
  if (option.hasStreamExists()) return 'stream-exists';
  return Number(revision);
};

/** @throws INVALID_ARGUMENT when the event lacks what it must have. */
export const proposedEvent = (message: AppendReq.ProposedMessage): ProposedEvent =>
  checkedEvent({
    id: uuidText(message.getId()),
    properties: message.getMetadataMap(),
    data: bufferOver(message.getData_asU8()),
    metadata: bufferOver(message.getCustomMetadata_asU8()),
  });

interface EventParts {
  readonly id: string;
  readonly properties: { get(name: string): string | undefined };
  readonly data: Buffer;
  /** Empty when there is none. */
  readonly metadata: Buffer;
}

/** @throws INVALID_ARGUMENT when the event lacks what it must have. */
export const checkedEvent = ({ id, properties, data, metadata }: EventParts): ProposedEvent => {
  if (!UUID_FORM.test(id)) throw invalidArgument('The id of an event is not a UUID.');
  const type = requiredProperty(properties.get('type'), 'type');
  const contentType = requiredProperty(properties.get('content-type'), 'content-type');
  const isJson = contentType === 'application/json';
  return { id, type, isJson, data, metadata: metadata.length > 0 ? metadata : null };
};

const requiredProperty = (value: string | undefined, name: string): string => {
  if (value === undefined) {
    throw failure(status.INVALID_ARGUMENT, `An event lacks its property '${name}'.`, {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    });
  }
  if (value.includes(NUL)) throw invalidArgument(`The property '${name}' holds a NUL character.`);
  return value;
};

/** The same bytes, not a copy. */
const bufferOver = (data: Uint8Array): Buffer =>
  Buffer.from(data.buffer, data.byteOffset, data.length);

/** What an event counts against the largest append, in bytes. */
export const sizeOf = (event: ProposedEvent): number =>
  event.data.length + (event.metadata?.length ?? 0) + event.type.length * 2;

/** Where to begin, in a stream or in the whole log. */
export type Start = 'start' | 'end' | number;

interface StartOption {
  hasStart(): boolean;
  hasEnd(): boolean;
}

/** @param number the revision or the position, whichever the message has. */
export const startOf = (option: StartOption, number: string | undefined): Start => {
  if (option.hasStart()) return 'start';
  if (option.hasEnd() || number === undefined || number === LAST_UINT64) return 'end';
  // Beyond what a number holds exactly there is no event to begin with anyway.
  return Math.min(Number(number), Number.MAX_SAFE_INTEGER);
};

/**
 * Where to begin in the whole log. Of an event of this node both halves of its position are the
 * same: others were never given out by it, and are refused as a server refuses what is no record.
 * What lies beyond the end is taken, as by such a server: nobody knows what will stand there.
 * @throws INVALID_ARGUMENT
 */
export const logStartOf = (all: ReadReq.Options.AllOptions | undefined): Start => {
  if (!all) return 'start';
  const position = all.getPosition();
  if (position && position.getCommitPosition() !== position.getPreparePosition())
    throw invalidPosition();
  return startOf(all, position?.getCommitPosition());
};
