import { Refusal, unavailable } from '../errors.js';

export const storeAway = (cause: unknown): Refusal => unavailable('The file store', cause);

/** Room is made by a person, so asking again at once is of no use. */
const RETRY_WHEN_FULL_SECONDS = 60;

export const storageFull = (cause: unknown): Refusal =>
  new Refusal('unavailable', {
    code: 'storage-full',
    message:
      'There is no room left to store files. Nothing was lost; free some space, then try again.',
    retryAfterSeconds: RETRY_WHEN_FULL_SECONDS,
    cause,
  });
