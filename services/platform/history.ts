import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { RecordedEvent } from './codec/recordedEvent.js';
import type { Decider } from './commands/command.js';

/** What stands for a value whose key was destroyed. */
export const ERASED = '(erased)';

/** An event in words: what it says, and what it changed from and to. */
export type Telling = Pick<HistoryEntry, 'summary' | 'changes'>;

/**
 * Every event of a stream in words, oldest first, told by the states before and after it; null: it
 * is no part of this history.
 */
export function toldHistory<State, Event extends DomainEvent>(
  events: readonly RecordedEvent<Event>[],
  { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  tell: (event: RecordedEvent<Event>, before: State, after: State) => Telling | null,
): HistoryEntry[] {
  let before = initial;
  return events.flatMap((event) => {
    const after = evolve(before, event);
    const told = tell(event, before, after);
    before = after;
    if (!told) return [];
    const { type, revision, metadata } = event;
    const { actor } = metadata;
    return [{ version: Number(revision), type, at: event.at.toISOString(), actor, ...told }];
  });
}
