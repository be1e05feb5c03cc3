import {
  type ApolloClient,
  ApolloLink,
  type InMemoryCache,
  type ObservableQuery,
} from '@apollo/client';
import { type DocumentNode, type FieldNode, Kind } from 'graphql';
import { ASKED_ANEW } from '../operation';
import type { ChangeReport } from './changeStream';
import { SHOWN_KINDS } from './shownKinds';

/** A list on the screen, which asks anew for as many rows as it has. */
export interface LiveList {
  /** Of the operation that asks for it. */
  readonly operationName: string;
  readonly refresh: () => Promise<void>;
}

/** Brings what is on the screen up to date after others have changed it. */
export interface LiveData {
  report(report: ChangeReport): void;
  /** The function returned takes it off the screen again. */
  addList(list: LiveList): () => void;
  /** Nothing on the screen changes until the function returned is called. */
  hold(): () => void;
  stop(): void;
}

/** After the first change of several: they mostly come together. Milliseconds. */
const TOGETHER_MS = 300;
/** Between two looks at what has changed, where much does. */
const APART_MS = 3_000;

/**
 * What has changed is asked for anew where it is on the screen, and forgotten where it is not. An
 * answer to what was asked after the change was reported shows it already: so a change of our own,
 * after which the screen asks anyway, is not asked for twice.
 */
export function createLiveData(client: ApolloClient, asked: AskedTimes): LiveData {
  const lists = new Set<LiveList>();
  /** When a change of each kind was last reported, and not yet shown. */
  const changed = new Map<string, number>();
  let everythingAt: number | null = null;
  let holds = 0;
  let lastLook = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** When what a field shows has last changed; null: not since it was last looked at. */
  const changedAt = (field: string): number | null => {
    const kinds = SHOWN_KINDS[field];
    if (!kinds) return null;
    const times = [everythingAt, ...kinds.map((kind) => changed.get(kind))];
    return times.reduce<number | null>(
      (last, time) => (time === undefined || time === null ? last : Math.max(last ?? time, time)),
      null,
    );
  };

  const look = (): void => {
    timer = undefined;
    if (holds > 0 || document.hidden) return;
    lastLook = performance.now();
    const active = [...client.getObservableQueries('active')];
    forgetWhatIsNotShown(client, active, (field) => changedAt(field) !== null);
    for (const query of active) {
      const times = fieldsOf(query.query).map(({ name }) => changedAt(name.value));
      const at = Math.max(...times.map((time) => time ?? Number.NEGATIVE_INFINITY));
      const operationName = operationNameOf(query.query);
      if (asked.since(operationName, at)) continue;
      const list = [...lists].find((one) => one.operationName === operationName);
      void (list ? list.refresh() : askAnew(client, query));
    }
    changed.clear();
    everythingAt = null;
  };
  const schedule = (): void => {
    if (changed.size === 0 && everythingAt === null) return;
    const now = performance.now();
    timer ??= setTimeout(look, Math.max(TOGETHER_MS, lastLook + APART_MS - now));
  };
  const onShown = (): void => {
    if (!document.hidden) schedule();
  };
  document.addEventListener('visibilitychange', onShown);

  return {
    report({ everything, records }) {
      const now = performance.now();
      if (everything) everythingAt = now;
      for (const { kind } of records) changed.set(kind, now);
      schedule();
    },
    addList(list) {
      lists.add(list);
      return () => void lists.delete(list);
    },
    hold() {
      holds += 1;
      return () => {
        holds -= 1;
        if (holds === 0) schedule();
      };
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    },
  };
}

/** When each operation was last asked for. */
export interface AskedTimes {
  /** Whether it was asked for after an instant, by `performance.now()`. */
  since(operationName: string, instant: number): boolean;
  /** First in the chain, it sees what is sent. */
  readonly link: ApolloLink;
}

export function createAskedTimes(): AskedTimes {
  const times = new Map<string, number>();
  return {
    since: (operationName, instant) => (times.get(operationName) ?? -1) > instant,
    link: new ApolloLink((operation, forward) => {
      times.set(operation.operationName ?? '', performance.now());
      return forward(operation);
    }),
  };
}

/** Empty for a document without one. */
export function operationNameOf(query: DocumentNode): string {
  const [operation] = query.definitions;
  return (operation?.kind === Kind.OPERATION_DEFINITION && operation.name?.value) || '';
}

/** The fields of the schema that a document asks for. */
export const fieldsOf = (query: DocumentNode): FieldNode[] => {
  const [operation] = query.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  return operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD);
};

/** Beside the query itself: what is on the screen stays when there is no answer. */
const askAnew = (client: ApolloClient, { query, variables }: ObservableQuery): Promise<unknown> =>
  client.query({ query, variables, ...ASKED_ANEW }).catch(() => null);

/** So that it is asked for when it is next shown. */
function forgetWhatIsNotShown(
  client: ApolloClient,
  active: readonly ObservableQuery[],
  hasChanged: (field: string) => boolean,
): void {
  const { policies } = client.cache as InMemoryCache;
  const shown = new Set(
    active.flatMap((query) =>
      fieldsOf(query.query).map((field) =>
        policies.getStoreFieldName({
          typename: 'Query',
          fieldName: field.name.value,
          field,
          variables: query.variables,
        }),
      ),
    ),
  );
  client.cache.modify({
    id: 'ROOT_QUERY',
    fields: (value, { fieldName, storeFieldName, DELETE }) =>
      hasChanged(fieldName) && !shown.has(storeFieldName) ? DELETE : value,
  });
}
