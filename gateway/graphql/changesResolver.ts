import { ChangedRecords, ChangeReport } from '@insuremanager/contracts/live/changeReport';
import {
  type Changes,
  EVERYTHING_CHANGED,
  joinedChanges,
} from '@insuremanager/services/platform/readModels/changes';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import { Resolver, Root, Subscription } from 'type-graphql';
import { objectType } from './describedTypes.js';
import type { SubscriptionContext } from './graphqlContext.js';

objectType('ChangedRecords', ChangedRecords);
const Report = objectType('ChangeReport', ChangeReport, {
  description: 'Records that lists and details show otherwise than before.',
});

@Resolver()
export class ChangesResolver {
  @Subscription(() => Report, {
    description:
      'What has changed, as soon as queries show it. The first report says `everything`: from there on nothing is missed.',
    subscribe: ({ context }: { context: SubscriptionContext }) =>
      changesFromNow(context.readModels),
  })
  changes(@Root() { records, everything }: Changes): ChangeReport {
    return {
      records: [...records].map(([kind, ids]) => ({ kind, ids: ids && [...ids] })),
      everything,
    };
  }
}

/** Who signed in, and who looked at whom, is no record of others. */
const INTERNAL: ReadonlySet<string> = new Set(['user', 'userAccess', 'customerAccess']);

/** Without what is internal; null: nothing is left. */
function publicChanges({ records, everything }: Changes): Changes | null {
  const shown = [...records].filter(([kind]) => !INTERNAL.has(kind));
  return everything || shown.length > 0 ? { records: new Map(shown), everything } : null;
}

/**
 * First everything, then what changes. What comes while its reader is busy is joined into one
 * report, so that a slow one costs no more memory than a fast one.
 */
function changesFromNow({
  onChanges,
}: Pick<ReadModels, 'onChanges'>): AsyncIterableIterator<Changes> {
  let waiting: Changes | null = EVERYTHING_CHANGED;
  let take: ((result: IteratorResult<Changes>) => void) | null = null;
  let isOver = false;
  const end = onChanges((all) => {
    const changes = publicChanges(all);
    if (!changes) return;
    if (take) {
      take({ value: changes, done: false });
      take = null;
    } else {
      waiting = waiting ? joinedChanges(waiting, changes) : changes;
    }
  });
  const over: IteratorResult<Changes> = { value: undefined, done: true };

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (isOver) return Promise.resolve(over);
      if (waiting) {
        const value = waiting;
        waiting = null;
        return Promise.resolve({ value, done: false });
      }
      return new Promise((resolve) => {
        take = resolve;
      });
    },
    return() {
      isOver = true;
      end();
      take?.(over);
      return Promise.resolve(over);
    },
  };
}
