/** What a part of the benchmark is, and what it measures on. */
import { dice } from '../demo/dice.js';
import type { Client } from '../harness/client.js';
import type { ClientDocuments } from '../harness/clientDocuments.js';
import type { Figure } from '../harness/figures.js';
import { populatedVersion } from '../harness/histories.js';
import type { Stage } from '../harness/stage.js';

export interface Part {
  /** As it is chosen by `--only`. */
  readonly name: string;
  readonly what: string;
  /** Another part that is measured whenever this one is: one without the other says little. */
  readonly together?: string;
  measure(bench: Bench): Promise<Figure[]>;
}

export interface Bench extends Stage {
  /** A user of the app, which is started for the first part that asks, once lists show everything. */
  client(): Promise<Client>;
  /** What the web client asks it. */
  readonly documents: ClientDocuments;
  readonly versions: Versions;
  /** How long the sustained load lasts. */
  readonly seconds: number;
  /** Of a sheet that is imported to see what memory that takes; absent: none is. */
  readonly importRows?: number;
  /** What was measured so far. */
  readonly figures: readonly Figure[];
  /** Questions of single screens, for a table of their own. */
  readonly questions: QuestionFigures[];
  say(line: string): void;
}

/** What one question took, in milliseconds. */
export interface QuestionFigures {
  readonly kind: 'list' | 'search' | 'global search' | 'dashboard';
  readonly what: string;
  readonly rows: number;
  readonly p50: number;
  readonly p95: number;
  /** As the screen asks when it opens: the first page together with its count. */
  readonly openingP95: number;
  /** The same SQL without the gateway. */
  readonly bareP50: number;
  readonly plan: string;
  readonly scansAll: boolean;
}

/** Clients that save at once, at most. */
export const CLIENTS = 32;
/** Who turn pages of lists at once, at most. */
export const MOST_AGENTS = 200;

export function createVersions(customers: number) {
  const throws = dice(2026);
  const recorded = new Map<number, number>();
  return {
    customers,
    of: (id: number) => recorded.get(id) ?? populatedVersion(id),
    record: (id: number, version: number) => recorded.set(id, version),
    /** A customer at random; with `share`, only every `of`th one from `first` on. */
    anyCustomer(share = { first: 0, of: 1 }) {
      const within = Math.floor(customers / share.of);
      return 1 + share.first + throws.below(within) * share.of;
    },
  };
}

/** Which customer is at which version, without asking: what a client has on its screen. */
export type Versions = ReturnType<typeof createVersions>;
