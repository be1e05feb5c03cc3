import { AsyncLocalStorage } from 'node:async_hooks';

const correlationIds = new AsyncLocalStorage<string>();

/** Whatever `work` begins is done in the course of that request, and its log lines say so. */
export const inRequest = <Result>(correlationId: string, work: () => Result): Result =>
  correlationIds.run(correlationId, work);

/** Undefined outside of any request. */
export const currentRequest = (): string | undefined => correlationIds.getStore();
