import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { ChangedRecord } from '@insuremanager/contracts/records/records';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import type { RecordCommand, RecordState } from '../platform/records/recordService.js';
import type { UniqueValue } from '../platform/reservations/reservations.js';

/** A record that is its details and nothing else. */
export type Detailed<Details> = Details & {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

interface Kind<Of extends ChangedRecord, Details extends object, Event extends DomainEvent> {
  readonly one: Of['one'];
  readonly fields: readonly (keyof Details & string)[];
  readonly added: (id: number, details: Details) => Event;
  readonly changed: (id: number, details: Partial<Details>) => Event;
  readonly deleted: (id: number) => Event;
  /** What an event says. */
  readonly read: (event: RecordedEvent<Event>) => { id: number; details: Partial<Details> | null };
  readonly unique: (details: Details) => UniqueValue;
}

/** Added, changed and deleted, and one of its kind by what makes it unique. */
export function detailedDecider<
  Of extends ChangedRecord,
  Details extends object,
  Event extends DomainEvent,
>(
  kind: Kind<Of, Details, Event>,
): Decider<RecordState<Detailed<Details>>, RecordCommand<Of>, Event> {
  const { one, fields, read } = kind;
  return {
    initial: { phase: 'unknown' },
    evolve(state, event) {
      const { id, details } = read(event);
      const { at } = event;
      if (state.phase === 'unknown') {
        const record = { ...(details as Details), id, createdAt: at, updatedAt: at };
        return { phase: 'existing', record };
      }
      const record = { ...state.record, ...details, updatedAt: at };
      return { phase: details === null ? 'deleted' : 'existing', record };
    },
    decide(command, state) {
      const { id } = command;
      if (command.type === 'create') {
        if (state.phase !== 'unknown')
          throw conflict(`${one}-exists`, 'It has been added already.');
        return [kind.added(id, command.input as Details)];
      }
      if (state.phase !== 'existing') throw notFound(one, id);
      if (command.type === 'delete') return [kind.deleted(id)];
      const given = omitUndefined(command.patch as Partial<Details>);
      const changed = fields.filter(
        (name) => given[name] !== undefined && given[name] !== state.record[name],
      );
      if (changed.length === 0) return [];
      const details = Object.fromEntries(changed.map((name) => [name, given[name]]));
      return [kind.changed(id, details as Partial<Details>)];
    },
    uniqueValues: (state) => (state.phase === 'existing' ? [kind.unique(state.record)] : []),
  };
}
