/**
 * The protocol's messages and services, as the client's own package generated them. They are
 * CommonJS: their names are properties of the default export.
 */
export { default as codes } from '@eventstore/db-client/generated/code_pb.js';
export { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
export { default as gossip } from '@eventstore/db-client/generated/gossip_pb.js';
export { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
export { default as features } from '@eventstore/db-client/generated/serverfeatures_pb.js';
export { default as shared } from '@eventstore/db-client/generated/shared_pb.js';
export { default as rpc } from '@eventstore/db-client/generated/status_pb.js';
export { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
export { default as streams } from '@eventstore/db-client/generated/streams_pb.js';
export { default as any } from 'google-protobuf/google/protobuf/any_pb.js';
export { default as empty } from 'google-protobuf/google/protobuf/empty_pb.js';
