import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Projector, RowWriter } from '../platform/readModels/projector.js';
import type { Audited, AuditedByType, AuditedEvent } from './auditedEvents.js';
import { auditTable, usernamesTable } from './auditTables.js';

/** Adds the entry of an event. */
const addEntry = (
  { kind, record }: Audited<never>,
  { type, data, at, metadata, position, revision }: RecordedEvent,
  rows: RowWriter,
): void => {
  const { personal: _, ...details } = data as { personal?: unknown };
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

/** What auditors look for, an entry for each event. */
export const auditProjector = (audited: AuditedByType): Projector => ({
  name: 'audit',
  version: 3,
  tables: [auditTable, usernamesTable],
  on: Object.fromEntries(
    [...audited].map(([type, entry]) => [
      type,
      (event: RecordedEvent, rows: RowWriter) => {
        addEntry(entry, event, rows);
        if (NAMES_USERS.has(type)) addUsername(event, rows);
      },
    ]),
  ),
});

const NAMES_USERS: ReadonlySet<string> = new Set<AuditedEvent['type']>([
  'UserRegistered',
  'UserInvited',
]);

function addUsername({ data }: RecordedEvent, rows: RowWriter): void {
  const { userId, username } = data as { userId: number; username: string };
  rows.put(usernamesTable.name, { user_id: userId, username });
}
