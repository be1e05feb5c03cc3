import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { Decider } from '@insuremanager/services/platform/commands/command';
import { Refusal } from '@insuremanager/services/platform/errors';
import { expect } from 'vitest';

/** Days from here on: every event of a scenario happens one second after the one before. */
const START = Date.parse('2026-04-01T04:30:00Z');

/** Events as the log would hand them out: numbered from 0, one second apart. */
export const recorded = <Event extends DomainEvent>(
  events: readonly Event[],
  stream = 'scenario-1',
): RecordedEvent<Event>[] =>
  events.map((event, i) => {
    const at = new Date(START + i * 1000);
    return {
      ...event,
      id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      stream,
      revision: BigInt(i),
      position: { commit: BigInt(i + 1), prepare: BigInt(i + 1) },
      metadata: {
        schemaVersion: 1,
        commandId: `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`,
        commandDigest: 'digest',
        actor: systemActor,
        correlationId: 'scenario',
        occurredAt: at.toISOString(),
      },
      at,
    };
  });

/** The whole unit test of a decider: `scenario(decider).given(...).when(...).then(...)`. */
export const scenario = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
) => ({
  given: (...past: Event[]) => {
    const state = recorded(past).reduce(decider.evolve, decider.initial);
    return {
      state,
      when: (command: Command) => ({
        // biome-ignore lint/suspicious/noThenProperty: the story's own word; nobody awaits a scenario
        then: (...events: Event[]) => expect(decider.decide(command, state)).toEqual(events),
        thenNothing: () => expect(decider.decide(command, state)).toEqual([]),
        thenRefused: (code: string) =>
          expect(refusalOf(() => decider.decide(command, state))).toBe(code),
      }),
    };
  },
});

const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'was not refused';
};
