import { AsyncLocalStorage } from 'node:async_hooks';

const correlationIds = new AsyncLocalStorage<string>();

/**
 * Whether Node follows what a request begins without hooks: from 24 on. Before, it calls some for
 * every promise of the process, which costs every change: see decision 48.
 */
export const followsRequests = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Whatever `work` begins is done in the course of that request, and its log lines say so where
 * `followsRequests`.
 */
export const inRequest = <Result>(correlationId: string, work: () => Result): Result =>
  followsRequests ? correlationIds.run(correlationId, work) : work();

/** Undefined outside of any request. */
export const currentRequest = (): string | undefined => correlationIds.getStore();
