import {
  ClaimAbandoned,
  type ClaimEvent,
  NameClaimed,
  NameReleased,
} from '@insuremanager/contracts/claims/claimEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import type { Revision } from '../eventLog/eventLog.js';

/** Who holds a name, as its reservation stream tells. */
export interface ClaimedName {
  readonly holder: Holder | null;
  /** Revision of the reservation stream; null when there is none yet. */
  readonly revision: Revision | null;
}

export interface Holder {
  readonly owner: string;
  /** Every command of this owner that claimed the name since it got it, with its claim's revision. */
  readonly claims: ReadonlyMap<string, Revision>;
  /** The time of the newest claim. */
  readonly at: Date;
}

export const claimedName = (events: readonly RecordedEvent<ClaimEvent>[]): ClaimedName =>
  events.reduce(evolve, { holder: null, revision: null });

const evolve = ({ holder }: ClaimedName, event: RecordedEvent<ClaimEvent>): ClaimedName => {
  const { revision, at, metadata } = event;
  switch (event.type) {
    case NameClaimed.type: {
      const { owner } = event.data;
      const before = holder?.owner === owner ? holder.claims : [];
      const claims = new Map([...before, [metadata.commandId, revision]]);
      return { holder: { owner, claims, at }, revision };
    }
    case NameReleased.type:
      return { holder: null, revision };
    default: {
      const unknown: never = event;
      throw new Error(`A reservation stream holds ${JSON.stringify(unknown)}`);
    }
  }
};

/** Events that the platform writes to the streams of others: no decider ever sees them. */
const PLATFORM_EVENTS: ReadonlySet<string> = new Set([ClaimAbandoned.type]);

export const isPlatformEvent = ({ type }: { type: string }): boolean => PLATFORM_EVENTS.has(type);

/** The newest claim in `claimStream` that was declared void in its owner's stream; null when none was. */
export function lastAbandoned(
  ownerEvents: readonly RecordedEvent[],
  claimStream: string,
): Revision | null {
  let last: Revision | null = null;
  for (const event of ownerEvents) {
    if (event.type !== ClaimAbandoned.type) continue;
    const { data } = event as RecordedEvent<EventOf<typeof ClaimAbandoned>>;
    if (data.claimStream !== claimStream) continue;
    const revision = BigInt(data.claimRevision);
    if (last === null || revision > last) last = revision;
  }
  return last;
}
