/**
 * Answers of Streams/Read, encoded by hand. The generated setters cost ten times as much, and
 * these bytes can be kept and sent to every subscriber. Field numbers are those of
 * `event_store.client.streams.ReadResp`; within a message they run from the last to the first.
 */

import {
  endMessage,
  maxBytesOf,
  putBytes,
  putEncodedNumber,
  putNumber,
  putText,
  type Writing,
  writing,
  written,
} from '@insuremanager/services/platform/eventLog/protobuf';
import { type StoredEvent, TOMBSTONE } from './event.js';

/** Room for everything in an event but its data, its metadata and its names. */
const EVENT_FRAME = 256;
const SHORT = 64;
/** 2^63 - 1 as a varint. */
const TOMBSTONE_REVISION = Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255, 127);

/** An event, as an answer to a read or on a subscription. */
export const encodeEvent = (event: StoredEvent): Buffer => {
  event.wire ??= encodeReadEvent(event);
  return event.wire;
};

/** A link, with the event that it leads to; null: one that cannot be read. */
export const encodeResolvedLink = (link: StoredEvent, event: StoredEvent | null): Buffer => {
  const to = writing(roomFor(link) + (event ? roomFor(event) : 0));
  const end = to.start;
  putNumber(to, 3, link.position);
  putRecordedEvent(to, 2, link);
  if (event) putRecordedEvent(to, 1, event);
  endMessage(to, 1, end);
  return written(to);
};

const roomFor = (event: StoredEvent): number =>
  EVENT_FRAME +
  maxBytesOf(event.stream) +
  maxBytesOf(event.type) +
  event.data.length +
  (event.metadata?.length ?? 0);

const encodeReadEvent = (event: StoredEvent): Buffer => {
  const to = writing(roomFor(event));
  const end = to.start;
  putNumber(to, 3, event.position);
  putRecordedEvent(to, 1, event);
  endMessage(to, 1, end);
  return written(to);
};

const putRecordedEvent = (to: Writing, field: number, event: StoredEvent): void => {
  const end = to.start;
  if (event.data.length > 0) putBytes(to, 8, event.data);
  if (event.metadata) putBytes(to, 7, event.metadata);
  const contentType = event.isJson ? 'application/json' : 'application/octet-stream';
  putSystemMetadata(to, 'content-type', contentType);
  // The protocol counts time in ticks of 100 ns since 1970.
  putSystemMetadata(to, 'created', `${event.createdMicros}0`);
  putSystemMetadata(to, 'type', event.type);
  putNumber(to, 5, event.position);
  putNumber(to, 4, event.position);
  if (event.revision >= TOMBSTONE) putEncodedNumber(to, 3, TOMBSTONE_REVISION);
  else putNumber(to, 3, event.revision);
  putStream(to, 2, event.stream);
  putId(to, event.id);
  endMessage(to, field, end);
};

const putId = (to: Writing, id: string): void => {
  const end = to.start;
  putText(to, 2, id);
  endMessage(to, 1, end);
};

const putStream = (to: Writing, field: number, stream: string): void => {
  const end = to.start;
  putText(to, 3, stream);
  endMessage(to, field, end);
};

/** An entry of the map that carries what the server knows of an event. */
const putSystemMetadata = (to: Writing, key: string, value: string): void => {
  const end = to.start;
  putText(to, 2, value);
  putText(to, 1, key);
  endMessage(to, 6, end);
};

/** The first answer on a subscription. */
export const encodeConfirmation = (subscriptionId: string): Buffer => {
  const to = writing(SHORT + maxBytesOf(subscriptionId));
  const end = to.start;
  putText(to, 1, subscriptionId);
  endMessage(to, 2, end);
  return written(to);
};

/** How far a filtered subscription has looked. */
export const encodeCheckpoint = (position: number): Buffer => {
  const to = writing(SHORT);
  const end = to.start;
  putNumber(to, 2, position);
  putNumber(to, 1, position);
  endMessage(to, 3, end);
  return written(to);
};

export const encodeStreamNotFound = (stream: string): Buffer => {
  const to = writing(SHORT + maxBytesOf(stream));
  const end = to.start;
  putStream(to, 1, stream);
  endMessage(to, 4, end);
  return written(to);
};

/** Behind the events of a stream: the revision of its last one. */
export const encodeLastRevision = (revision: number): Buffer => {
  const to = writing(SHORT);
  putNumber(to, 6, revision);
  return written(to);
};

const encodeEmpty = (field: number): Buffer => {
  const to = writing(SHORT);
  endMessage(to, field, to.start);
  return written(to);
};

export const CAUGHT_UP = encodeEmpty(8);
export const FELL_BEHIND = encodeEmpty(9);
