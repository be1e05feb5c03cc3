import { type Connect, connectTo } from '../postgres/session.js';

const SETTINGS = [
  'search_path=public',
  // What is lost with Postgres is read from the log again: rows and checkpoint go together.
  'synchronous_commit=off',
  // Every statement reaches rows by their key. A plan made while a table was small, or before it
  // was analysed, would otherwise read all of it for each batch.
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
  // That is so for any values: planned once, a statement costs half.
  'plan_cache_mode=force_generic_plan',
];

/** The largest batch takes seconds at most; its statements, a part of them. Milliseconds. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Sessions for what writes read models. */
export const connectProjector = (databaseUrl: string): Connect =>
  connectTo(databaseUrl, { settings: SETTINGS, responseTimeoutMs: RESPONSE_TIMEOUT_MS });
