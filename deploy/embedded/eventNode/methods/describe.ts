import { randomUUID } from 'node:crypto';
import type { ServiceDefinition, sendUnaryData } from '@grpc/grpc-js';
import { features, GossipService, gossip, ServerFeaturesService, shared } from '../protocol.js';

/** The version whose behaviour the node shows; clients choose by it what they may ask for. */
export const SERVER_VERSION = '23.10.0';

type SupportedMethods = InstanceType<typeof features.SupportedMethods>;
type ClusterInfo = InstanceType<typeof gossip.ClusterInfo>;

/** ServerFeatures/GetSupportedMethods: what this node can do. */
export const supportedMethods = (streamsService: ServiceDefinition) => {
  const response = new features.SupportedMethods();
  response.setEventStoreServerVersion(SERVER_VERSION);
  const services: readonly (readonly [string, ServiceDefinition])[] = [
    ['event_store.client.streams.streams', streamsService],
    ['event_store.client.gossip.gossip', GossipService],
    ['event_store.client.server_features.serverfeatures', ServerFeaturesService],
  ];
  for (const [service, definition] of services) {
    for (const { path } of Object.values(definition)) {
      response.addMethods(supportedMethod(service, path));
    }
  }
  return (_call: unknown, callback: sendUnaryData<SupportedMethods>): void =>
    callback(null, response);
};

const supportedMethod = (service: string, path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const method = new features.SupportedMethod();
  method.setServiceName(service);
  method.setMethodName(name);
  if (name === 'read' && service.endsWith('streams'))
    method.setFeaturesList(['position', 'events']);
  return method;
};

/**
 * Gossip/Read, which a client asks for when it is to discover the cluster: this is one node,
 * and it leads.
 * @param port asked at each call, as it is known only once the server listens.
 */
export const gossipRead = (host: string, port: () => number) => {
  const nodeId = randomUUID();
  return (_call: unknown, callback: sendUnaryData<ClusterInfo>): void => {
    const member = new gossip.MemberInfo();
    member.setInstanceId(new shared.UUID().setString(nodeId));
    // In ticks of 100 ns since 1970.
    member.setTimeStamp(`${Date.now()}0000`);
    member.setState(gossip.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port()));
    const cluster = new gossip.ClusterInfo();
    cluster.addMembers(member);
    callback(null, cluster);
  };
};
