import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';

/**
 * Clients with equal settings share connections and their backoff, so that each generation differs
 * from the one before by a millisecond in how often it asks whether the server is alive.
 */
export function connect(connectionString: string, generation: number): EventStoreDBClient {
  if (generation === 0 || /[?&]keepAliveInterval=/i.test(connectionString))
    return connectClient(connectionString);
  const parameter = `keepAliveInterval=${10_000 + (generation % 1_000)}`;
  const separator = connectionString.includes('?') ? '&' : '?';
  return connectClient(`${connectionString}${separator}${parameter}`);
}

/** How the client makes the metadata and the options of every call that concerns events. */
interface ClientInternals {
  callArguments: (
    options: object,
    callOptions?: object,
  ) => [{ set(key: string, value: string): void }, object];
}

const LOOPBACK = /@(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(?=[/?]|$)/;

/**
 * The client, which also sends the user of its address to a server on this machine that speaks
 * without TLS, such as the embedded node. By itself it drops them there; towards other machines it
 * still does, as they could be read on the way.
 */
export function connectClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const user = userOf(connectionString);
  if (!user || !isWithoutTls(connectionString) || !LOOPBACK.test(connectionString)) return client;
  const basic = Buffer.from(`${user.username}:${user.password}`).toString('base64');
  const internals = client as unknown as ClientInternals;
  const { callArguments } = internals;
  internals.callArguments = (...given) => {
    const [metadata, options] = callArguments(...given);
    metadata.set('authorization', `Basic ${basic}`);
    return [metadata, options];
  };
  return client;
}

/** The client knows the server by its former name only; the protocol is the same. */
export const connectionStringOf = (url: string): string =>
  url.replace(/^kurrentdb(\+discover)?:/i, 'esdb$1:');

function userOf(connectionString: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username === undefined || password === undefined) return undefined;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

const isWithoutTls = (connectionString: string): boolean => /[?&]tls=false/i.test(connectionString);
