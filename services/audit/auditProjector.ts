import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { defineProjector, type RowWriter } from '../platform/readModels/projector.js';
import { AUDITED_EVENTS, type AuditedEvent } from './auditedEvents.js';
import { auditTable, usernamesTable } from './auditTables.js';

type Type = AuditedEvent['type'];

/** Adds the entry of an event. */
const addEntry = <Of extends Type>(
  {
    type,
    data,
    at,
    metadata,
    position,
    revision,
  }: RecordedEvent<Extract<AuditedEvent, { type: Of }>>,
  rows: RowWriter,
): void => {
  const { personal: _, ...details } = data as { personal?: unknown };
  const { kind, record } = AUDITED_EVENTS[type as Of];
  const about = record(details as never);
  const { userId, username, role } = metadata.actor;
  rows.put(auditTable.name, {
    id: `${sortable(position.commit, 19)}-${sortable(revision, 10)}`,
    at,
    type,
    kind,
    actor_id: userId,
    actor_name: username,
    actor_role: role,
    record_kind: about?.kind ?? null,
    record_id: about?.id ?? null,
    batch_id: metadata.batchId ?? null,
    details,
  });
};

/** With so many digits that texts sort as numbers do. */
const sortable = (number: bigint, digits: number): string => String(number).padStart(digits, '0');

const handlers = Object.fromEntries(
  (Object.keys(AUDITED_EVENTS) as Type[]).map((type) => [type, addEntry]),
) as { [Of in Type]: typeof addEntry<Of> };

/** What auditors look for, an entry for each event. */
export const auditProjector = defineProjector<AuditedEvent>()({
  name: 'audit',
  version: 2,
  tables: [auditTable, usernamesTable],
  on: {
    ...handlers,
    UserRegistered(event, rows) {
      addEntry(event, rows);
      addUsername(event.data, rows);
    },
    UserInvited(event, rows) {
      addEntry(event, rows);
      addUsername(event.data, rows);
    },
  },
});

const addUsername = (
  { userId, username }: { userId: number; username: string },
  rows: RowWriter,
): void => rows.put(usernamesTable.name, { user_id: userId, username });
