import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Kafka, type KafkaConfig, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import { unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import type { KafkaSettings } from './kafkaSettings.js';

/** What is not answered in time is refused. */
export const ANSWER_WITHIN_MS = 10_000;
const REQUEST_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** What is repeated within the client before it gives up: under three seconds in all. */
export const RETRY = {
  retries: 4,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  factor: 0.2,
  multiplier: 2,
} as const;
/** What is not answered by then is left to the brokers: they notice that a member is gone. */
const LEAVE_WITHIN_MS = 1_500;
/** What the client says again and again is logged so often. */
const SAME_LINE_MS = 60_000;

/** What the client is given of the settings. */
export const clientConfig = ({ brokers, tls, sasl }: KafkaSettings): KafkaConfig => ({
  clientId: 'insuremanager',
  brokers: [...brokers],
  ssl: tls,
  // The client has one type for each mechanism.
  sasl: sasl && ({ ...sasl } as SASLOptions),
});

export function openLink(settings: KafkaSettings, log: (entry: LogEntry) => void) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const kafka = new Kafka({
    ...clientConfig(settings),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    authenticationTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      if (!isCut) log(entry);
    },
    socketFactory({ host, port, ssl, onConnect }) {
      // A certificate is for a name; an address is not sent as one.
      const name = isIP(host) ? {} : { servername: host };
      const socket = ssl
        ? connectTls({ host, port, ...name, ...ssl }, onConnect)
        : connectTcp({ host, port }, onConnect);
      socket.setKeepAlive(true, 10_000);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (isCut) socket.destroy(new Error('Given up'));
      return socket;
    },
  });
  return {
    kafka,
    /**
     * Ends all connections, and lets it make no others. The client goes on with what it was doing
     * long after nobody waits for it: a message could go out after others that were published later.
     */
    cut() {
      isCut = true;
      // Only an error makes the client give up what it waits for.
      for (const socket of sockets) socket.destroy(new Error('Given up'));
    },
  };
}

/** A client whose connections can be cut for good. */
export type Link = ReturnType<typeof openLink>;

/**
 * What the client says, without the objects that it says it of. Its errors are warnings: what has
 * become of them is logged by us.
 */
export function clientLog(logger: Logger): (entry: LogEntry) => void {
  const logged = new Map<string, number>();
  return ({ namespace, level, log: { message, groupId, topic, partition, broker } }) => {
    const fields = { namespace, groupId, topic, partition, broker };
    if (level !== logLevel.ERROR) return logger.debug(fields, message);
    const now = performance.now();
    const last = logged.get(message);
    if (last !== undefined && now - last < SAME_LINE_MS) return;
    if (logged.size > 100) logged.clear();
    logged.set(message, now);
    logger.warn(fields, message);
  };
}

/**
 * @throws Refusal `unavailable` after so many milliseconds, or when the signal is aborted; what
 *   comes later is ignored.
 */
export async function inTime<Result>(
  ms: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(unavailable('Kafka'));
  });
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** A client, with all that was opened for it. */
export interface Connected<Client> {
  readonly link: Link;
  readonly connected: Promise<Client>;
}

export async function leave(
  opened: Connected<{ disconnect(): Promise<void> }> | null,
): Promise<void> {
  if (!opened) return;
  const left = opened.connected.then((client) => client.disconnect());
  await inTime(LEAVE_WITHIN_MS, left).catch(() => {});
  opened.link.cut();
}
