import type { DayEvent } from '@insuremanager/contracts/myDay/dayEvents';
import { defineProjector, type Table } from '../platform/readModels/projector.js';

/** What was set aside of the days: asked for by the keys of what is listed. */
export const dayItemsTable = {
  name: 'day_items',
  key: 'key',
  columns: {
    key: { type: 'text' },
    /** Null: it is done. */
    until: { type: 'date', nullable: true },
  },
  book: 'none',
  indexes: [],
} as const satisfies Table;

export const dayProjector = defineProjector<DayEvent>()({
  name: 'myDay',
  version: 1,
  tables: [dayItemsTable],
  on: {
    DayItemSetAside: ({ data: { key, until } }, rows) =>
      rows.put(dayItemsTable.name, { key, until }),
    DayItemPutBack: ({ data }, rows) => rows.remove(dayItemsTable.name, data.key),
  },
});
