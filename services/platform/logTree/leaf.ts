import { canonicalJson } from '../commands/canonicalJson.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { leafHash } from './merkle.js';

/** What of an event is hashed. */
type Hashed = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'type' | 'data' | 'metadata'>;

/**
 * An event as one text: all of it but where it stands in the log and when the server wrote it, which
 * a copy on another server does not keep. Personal parts are sealed, so that the text stays the same
 * when somebody is erased.
 */
export const textOfEvent = ({ id, stream, revision, type, data, metadata }: Hashed): string =>
  canonicalJson({ id, stream, revision: revision.toString(), type, data, metadata });

export const hashOfEvent = (event: Hashed): Buffer => leafHash(textOfEvent(event));

/** How an event is named to people: `customer-12@3`. Names stand on lines, also of a terminal. */
export const nameOfEvent = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>) =>
  `${stream.replace(/[^\x20-\x7e]/g, '?')}@${revision}`;
