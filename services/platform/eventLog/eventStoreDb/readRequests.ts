/**
 * What is asked of Streams/Read, `event_store.client.streams.ReadReq`, written without the generated
 * classes. The fields of a message run from the last to the first.
 */
import type { Revision } from '../eventLog.js';
import {
  endMessage,
  maxBytesOf,
  putNumber,
  putText,
  type Writing,
  writing,
  written,
} from '../protobuf.js';

/** Room for everything but the name of the stream. */
const FRAME = 64;

/** The events of a stream from a revision on, itself included. */
export function encodeStreamRead(stream: string, from: Revision, maxCount: number): Buffer {
  const to = writing(FRAME + maxBytesOf(stream));
  const end = to.start;
  putHowToAnswer(to, maxCount);
  const place = to.start;
  putNumber(to, 2, Number(from));
  putStream(to, stream, place);
  endMessage(to, 1, end);
  return written(to);
}

/** The newest event of a stream. */
export function encodeLastRead(stream: string): Buffer {
  const to = writing(FRAME + maxBytesOf(stream));
  const end = to.start;
  putHowToAnswer(to, 1);
  putNumber(to, 3, BACKWARDS);
  const place = to.start;
  endMessage(to, 4, to.start); // from its end
  putStream(to, stream, place);
  endMessage(to, 1, end);
  return written(to);
}

const BACKWARDS = 1;

/** So many events, unfiltered, links as they are, ids as texts. */
const putHowToAnswer = (to: Writing, maxCount: number): void => {
  const id = to.start;
  endMessage(to, 2, to.start);
  endMessage(to, 9, id);
  endMessage(to, 8, to.start);
  putNumber(to, 5, maxCount);
};

const putStream = (to: Writing, stream: string, place: number): void => {
  const name = to.start;
  putText(to, 3, stream);
  endMessage(to, 1, name);
  endMessage(to, 1, place);
};
