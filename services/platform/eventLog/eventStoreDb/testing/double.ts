import type { Metadata, ServiceError } from '@grpc/grpc-js';
import type { EventsOfDouble } from './eventsOfDouble.js';

/** What a server in trouble does. A spec may change it while the double serves. */
export interface Faults {
  /** Takes calls and does nothing, as a frozen server. */
  silent?: boolean;
  /** The failure that answers a call before anything of it is read; undefined: none. */
  refuse?: (call: {
    readonly path: string;
    readonly metadata: Metadata;
  }) => ServiceError | undefined;
  /** The node that leads, as this one follows: it says so, and does nothing that a leader must. */
  leader?: { readonly host: string; readonly port: number };
  /** Of batch appends, which are written: answers wait, or are a time-out, or have no position. */
  appends?: 'late' | 'time-out' | 'no-position';
}

/** A call that lasts. */
export interface OpenCall {
  fail(error: ServiceError): void;
  end(): void;
}

/** What the methods of a double share. */
export interface Double {
  readonly events: EventsOfDouble;
  readonly faults: Faults;
  readonly calls: { add(call: OpenCall): () => void };
  /** Answers that are late. */
  readonly late: (() => void)[];
}
