import type { DomainEvent, Subject } from '@insuremanager/contracts/events/eventDefinition';
import type { Metrics } from '../telemetry/metrics.js';
import type { Vault } from '../vault/vault.js';
import type { Decider } from './command.js';
import type { FoldedStream } from './foldedStream.js';

/** Streams that were folded lately, in the memory of this process. */
export interface StreamCache {
  /**
   * The stream as this process saw it last; null when that is not known, or shows a person whose
   * key is destroyed. Others may have written to it since: only an append finds out.
   */
  find<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
  ): Promise<FoldedStream<State> | null>;
  /**
   * Nothing older replaces what is known; a stream that is too large is not held.
   * @param isNew false: only what is held already is replaced
   */
  put<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    folded: FoldedStream<State>,
    isNew?: boolean,
  ): void;
  forget(stream: string): void;
  /** What all of them take in memory, as estimated. */
  bytes(): number;
}

interface Options {
  vault: Pick<Vault, 'loadKeys' | 'isDestroyed' | 'onDestroyed'>;
  metrics: Metrics;
  /** All streams together, by their estimated bytes. */
  maxBytes?: number;
  maxBytesOfStream?: number;
}

interface Entry {
  /** Whose state it is. */
  readonly decider: unknown;
  readonly folded: FoldedStream<unknown>;
}

const MiB = 1024 * 1024;

/** Least lately used first. */
export function createStreamCache(options: Options): StreamCache {
  const { vault, metrics, maxBytes = 32 * MiB, maxBytesOfStream = MiB / 4 } = options;
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const forget = (stream: string): void => {
    bytes -= entries.get(stream)?.folded.bytes ?? 0;
    entries.delete(stream);
  };

  const touch = (stream: string, entry: Entry): void => {
    forget(stream);
    entries.set(stream, entry);
    bytes += entry.folded.bytes;
  };

  vault.onDestroyed((subject: Subject) => {
    for (const [stream, { folded }] of entries) if (folded.subjects.has(subject)) forget(stream);
  });

  const showsErased = ({ subjects }: FoldedStream<unknown>): boolean =>
    subjects.size > 0 && [...subjects].some(vault.isDestroyed);

  const findShown = async (stream: string, decider: unknown) => {
    const entry = entries.get(stream);
    if (!entry || entry.decider !== decider) return null;
    touch(stream, entry);
    // Also where nobody said that a key is gone, this looks, if it has not done so lately.
    await vault.loadKeys(entry.folded.subjects);
    return showsErased(entry.folded) ? null : entry.folded;
  };

  return {
    async find<State>(stream: string, decider: unknown) {
      const folded = await findShown(stream, decider);
      const outcome = folded ? 'hit' : 'miss';
      metrics.count('insuremanager_folded_stream_lookups_total', { outcome });
      return folded as FoldedStream<State> | null;
    },

    put(stream, decider, folded, isNew = true) {
      if (folded.revision === null || folded.bytes > maxBytesOfStream) return forget(stream);
      const known = entries.get(stream);
      if (!known && !isNew) return;
      const isOlder = (known?.folded.revision ?? -1n) > folded.revision;
      if (isOlder || showsErased(folded)) return;
      touch(stream, { decider, folded });
      for (const [longestUnused] of entries) {
        if (bytes <= maxBytes) return;
        forget(longestUnused);
      }
    },

    forget,

    bytes: () => bytes,
  };
}
