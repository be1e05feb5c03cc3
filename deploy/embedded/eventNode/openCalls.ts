import type { ServiceError } from '@grpc/grpc-js';

/**
 * The calls at work. Subscriptions never end by themselves, and a batch append that merely
 * ends leaves its callers waiting for ever: when the node stops, each of them must fail.
 */
export interface OpenCalls {
  /** @returns to be called when the call is over. */
  add(fail: (error: ServiceError) => void): () => void;
  failAll(error: ServiceError): void;
}

export const createOpenCalls = (): OpenCalls => {
  const calls = new Set<(error: ServiceError) => void>();
  return {
    add(fail) {
      calls.add(fail);
      return () => {
        calls.delete(fail);
      };
    },
    failAll(error) {
      const failing = [...calls];
      calls.clear();
      for (const fail of failing) fail(error);
    },
  };
};
