import type { ServiceError } from '@grpc/grpc-js';
import { type Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js';
import type { Outcome, WriteRequest } from './decide.js';
import type { EventStore } from './store.js';

/**
 * What a server in trouble does, for tests: no setting leads here. A test may change it while the
 * node serves.
 */
export interface Faults {
  /** The failure that answers a call before anything of it is read; undefined: none. */
  refuse?(call: { readonly path: string; readonly metadata: Metadata }): ServiceError | undefined;
  /** What is answered to a write in place of its outcome. It is written nevertheless. */
  answer?(outcome: Outcome, request: WriteRequest): Outcome;
}

export const refusing =
  (faults: Faults): ServerInterceptor =>
  ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, pass) {
            const failure = faults.refuse?.({ path, metadata });
            if (failure) call.sendStatus(failure);
            else pass(metadata);
          },
        }),
    });

export const answering = (store: EventStore, faults: Faults): EventStore => ({
  ...store,
  async write(request) {
    const outcome = await store.write(request);
    return faults.answer?.(outcome, request) ?? outcome;
  },
});
