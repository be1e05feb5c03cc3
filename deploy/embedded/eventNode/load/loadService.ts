import type { MethodDefinition } from '@grpc/grpc-js';

const asItIs = (bytes: Buffer): Buffer => bytes;

/**
 * The one method that the node has beyond the protocol: takes a chunk of events, answers with
 * nothing once they are durable. Other servers answer UNIMPLEMENTED.
 */
export const LoadService: { readonly load: MethodDefinition<Buffer, Buffer> } = {
  load: {
    path: '/insuremanager.EventNode/Load',
    requestStream: false,
    responseStream: false,
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: asItIs,
    responseDeserialize: asItIs,
  },
};
