import {
  type Appended,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type StoredEvent,
  type SubscribeOptions,
  WrongRevision,
} from './eventLog.js';

/**
 * A log that ends with its process, for tests of what is decided rather than of the server. It
 * keeps the contract of the other adapter; the processes of a test may share one, as it holds no
 * connection that one of them could close for the others.
 */
export function createMemoryEventLog(): EventLog {
  const events: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  /** Subscriptions that have delivered everything. */
  const waiting = new Set<() => void>();
  const streamNamed = (stream: string) => streams.get(stream) ?? [];

  const write = (stream: string, { id, type, data, metadata }: EventToAppend): StoredEvent => {
    const before = streamNamed(stream);
    const place = BigInt(events.length + 1);
    const event = {
      id,
      stream,
      revision: BigInt(before.length),
      position: { commit: place, prepare: place },
      type,
      data: asJson(data),
      metadata: asJson(metadata),
      storedAt: new Date(),
    };
    events.push(event);
    if (streams.has(stream)) before.push(event);
    else streams.set(stream, [event]);
    return event;
  };

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const { after, maxBatch, signal, onCaughtUp } = options;
    let delivered = Number(after?.commit ?? 0n);
    while (!signal.aborted) {
      const batch = events.slice(delivered, delivered + maxBatch);
      delivered += batch.length;
      if (batch.length > 0) {
        yield batch;
        continue;
      }
      onCaughtUp?.();
      while (!signal.aborted && events.length <= delivered) await arrival(signal);
    }
  }

  const arrival = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });

  return {
    name: 'The log in memory',
    async append(stream, expected, wanted) {
      if (wanted.length === 0) throw new Error(`Nothing to append to ${stream}`);
      const before = streamNamed(stream);
      const written = repetitionOf(wanted, before, expected);
      if (written) return written;
      if (expected !== 'any' && revisionOf(expected) !== before.length - 1) {
        throw new WrongRevision(stream);
      }
      const [last] = wanted.map((event) => write(stream, event)).slice(-1) as [StoredEvent];
      for (const wake of waiting) wake();
      return appended(last);
    },
    async load(wanted) {
      for (const event of wanted) {
        const { stream, revision } = event;
        const before = streamNamed(stream);
        const isThere = before[Number(revision)]?.id === event.id;
        if (!isThere && before.length !== Number(revision)) throw new WrongRevision(stream);
        if (!isThere) write(stream, event);
      }
      for (const wake of waiting) wake();
    },
    async readStream(stream, { from = 0n, maxCount } = {}) {
      const first = Number(from);
      return streamNamed(stream).slice(
        first,
        maxCount === undefined ? undefined : first + maxCount,
      );
    },
    readLast: async (stream) => streamNamed(stream).at(-1) ?? null,
    subscribe,
    head: async () => events.at(-1)?.position ?? null,
    connectionLost: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    close: async () => {},
  };
}

/** The answer to events that were written before: where expected or, if nothing is, anywhere. */
function repetitionOf(
  wanted: readonly EventToAppend[],
  stream: readonly StoredEvent[],
  expected: ExpectedRevision,
): Appended | null {
  const first =
    expected === 'any'
      ? stream.findLastIndex(({ id }) => id === wanted[0]?.id)
      : revisionOf(expected) + 1;
  if (!wanted.every(({ id }, index) => stream[first + index]?.id === id)) return null;
  return appended(stream[first + wanted.length - 1] as StoredEvent);
}

const revisionOf = (expected: bigint | 'no-stream'): number =>
  expected === 'no-stream' ? -1 : Number(expected);

const appended = ({ revision, position }: StoredEvent): Appended => ({ revision, position });

const asJson = (value: object): object => JSON.parse(JSON.stringify(value));
