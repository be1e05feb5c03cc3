import { BACKWARDS, type Credentials, END, jsonEvent } from '@eventstore/db-client';
import { unavailable } from '../../errors.js';
import { WrongRevision } from '../eventLog.js';
import type { EventStoreAddress } from './address.js';
import { AT_LEADER } from './calls.js';
import { connect } from './connection.js';
import { translated } from './errors.js';
import { eventsOf } from './reading.js';

/** What is known of the log as a whole: who may read it, among other things. */
const METADATA_OF_ALL = '$$$all';
/** Where nobody is named, the server lets these read, and no others. */
const ADMINS = '$admins';

/**
 * Lets a user of the event store read the whole log, beside those who may already; whether they
 * could not before.
 * @param address of the event store, with whatever user
 * @param admin who may set metadata of `$all`: a member of `$admins`
 * @throws Refusal `unavailable`, also when somebody else set metadata meanwhile: once more, then
 * @throws AccessDenied when the admin is none
 */
export async function letReadAll(
  address: EventStoreAddress,
  admin: Credentials,
  username: string,
): Promise<boolean> {
  const client = connect({ ...address, user: admin });
  const deadlineMs = 10_000;
  const last = { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...AT_LEADER } as const;
  try {
    const reading = client.readStream(METADATA_OF_ALL, last);
    const [found] = (await eventsOf(reading, { deadlineMs })) ?? [];
    const data = withReader(found?.data, username);
    if (!data) return false;
    const expectedRevision = found?.revision ?? 'no_stream';
    // With credentials the client appends by a call of its own, whose errors it survives.
    const how = { ...AT_LEADER, credentials: admin, deadline: deadlineMs };
    const event = jsonEvent({ type: '$metadata', data });
    await client.appendToStream(METADATA_OF_ALL, event, { expectedRevision, ...how });
    return true;
  } catch (error) {
    const said = translated(error, '$all', admin.username);
    throw said instanceof WrongRevision ? unavailable('The event store', error) : said;
  } finally {
    await client.dispose();
  }
}

/** A type, as the client takes an object of any keys. */
type Metadata = { readonly $acl?: { readonly $r?: string | readonly string[] } };

/**
 * Metadata of a stream that lets somebody read it, with all else as it was; null when it does
 * already. A right that is named takes the place of the default, so that admins are named, too.
 */
export function withReader(metadata: unknown, username: string): Metadata | null {
  const { $acl, ...others } = (metadata ?? {}) as Metadata;
  const readers = [$acl?.$r ?? ADMINS].flat();
  if (readers.includes(username)) return null;
  return { ...others, $acl: { ...$acl, $r: [...readers, username] } };
}
