import { type Credentials, jsonEvent, StreamNotFoundError } from '@eventstore/db-client';
import { unavailable } from '../../errors.js';
import { WrongRevision } from '../eventLog.js';
import type { EventStoreAddress } from './address.js';
import { AT_LEADER, connect } from './connection.js';
import { translated } from './errors.js';

/** What is known of the log as a whole: who may read it, among other things. */
const METADATA_OF_ALL = '$$$all';
/** Where nobody is named, the server lets these read, and no others. */
const ADMINS = '$admins';

interface ReadAllRight {
  /** Of the event store, with whatever user. */
  readonly address: EventStoreAddress;
  /** Who may set metadata of `$all`: a member of `$admins`. */
  readonly admin: Credentials;
  readonly username: string;
}

/**
 * Lets a user of the event store read the whole log, beside those who may already; whether they
 * could not before.
 * @throws Refusal `unavailable`, also when somebody else set metadata meanwhile: once more, then
 * @throws AccessDenied when the admin is none
 */
export async function letReadAll({ address, admin, username }: ReadAllRight): Promise<boolean> {
  const client = connect({ ...address, user: admin }, 0);
  // With credentials the client makes a call of its own for the append, whose errors it survives.
  const asAdmin = { ...AT_LEADER, credentials: admin };
  try {
    const last = { direction: 'backwards', fromRevision: 'end', maxCount: 1, ...asAdmin } as const;
    let found: { metadata: unknown; revision: bigint } | undefined;
    try {
      for await (const { event } of client.readStream(METADATA_OF_ALL, last))
        if (event) found = { metadata: event.data, revision: event.revision };
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    const data = withReader(found?.metadata, username);
    if (!data) return false;
    await client.appendToStream(METADATA_OF_ALL, jsonEvent({ type: '$metadata', data }), {
      expectedRevision: found?.revision ?? 'no_stream',
      ...asAdmin,
    });
    return true;
  } catch (error) {
    const said = translated(error, '$all', admin.username);
    throw said instanceof WrongRevision ? unavailable('The event store', error) : said;
  } finally {
    await client.dispose();
  }
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Metadata of a stream that lets somebody read it, with all else as it was; null when it does
 * already. A right that is named takes the place of the default, so that admins are named, too.
 */
export function withReader(metadata: unknown, username: string): Record<string, unknown> | null {
  const given = isObject(metadata) ? metadata : {};
  const acl = isObject(given.$acl) ? given.$acl : {};
  const readers = acl.$r === undefined ? [ADMINS] : [acl.$r].flat();
  if (readers.includes(username)) return null;
  return { ...given, $acl: { ...acl, $r: [...readers, username] } };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
