import {
  type DayEvent,
  DayItemPutBack,
  DayItemSetAside,
} from '@insuremanager/contracts/myDay/dayEvents';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Decider } from '../platform/commands/command.js';
import { invalid } from '../platform/errors.js';

/** What was set aside of one record’s items: until when, by key. Null: it is done. */
export type DayItems = ReadonlyMap<string, Day | null>;

export type DayCommand =
  | {
      readonly type: 'SetAside';
      readonly key: string;
      readonly until: Day | null;
      readonly today: Day;
    }
  | { readonly type: 'PutBack'; readonly key: string };

export const dayItemDecider: Decider<DayItems, DayCommand, DayEvent> = {
  initial: new Map(),
  evolve(items, { type, data }) {
    if (type === 'DayItemSetAside') return new Map([...items, [data.key, data.until]]);
    return new Map([...items].filter(([key]) => key !== data.key));
  },
  decide(command, items) {
    const { key } = command;
    if (command.type === 'PutBack') return items.has(key) ? [DayItemPutBack({ key })] : [];
    const { until, today } = command;
    if (until !== null && until <= today) {
      throw invalid([{ field: 'until', code: 'day-past', message: 'Choose a day to come.' }]);
    }
    return items.has(key) && items.get(key) === until ? [] : [DayItemSetAside({ key, until })];
  },
};
