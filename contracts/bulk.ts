import { z } from 'zod';

/**
 * The header that names a bulk change: a UUID made by the client, the same for each of its commands.
 * The history of every record that one of them changed says so.
 */
export const BATCH_HEADER = 'X-Batch-Id';

export const BatchId = z.uuid();

/** So many records can be changed, or exported by their numbers, at once. */
export const MOST_IN_BULK = 1000;
