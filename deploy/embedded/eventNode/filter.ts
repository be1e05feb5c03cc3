import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './event.js';
import { invalidArgument } from './failures.js';

/** Which events of the whole log a reader wants. */
export interface Filter {
  matches(event: StoredEvent): boolean;
  /** A subscriber learns how far the node has looked every so many events. */
  readonly checkpointInterval: number;
}

const DEFAULT_SEARCH_WINDOW = 32;

/** @throws INVALID_ARGUMENT when the filter says nothing, or an expression cannot be read. */
export const filterOf = (options: ReadReq.Options): Filter | null => {
  const filter = options.getFilter();
  if (!filter) return null;
  const byType = filter.getEventType();
  const expression = byType ?? filter.getStreamIdentifier();
  if (!expression) throw invalidArgument('A filter needs an expression.');
  const subject: (event: StoredEvent) => string = byType
    ? (event) => event.type
    : (event) => event.stream;
  const accepts = expression.getRegex()
    ? matching(expression.getRegex())
    : startingWith(expression.getPrefixList());
  const searchWindow = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  return {
    matches: (event) => accepts(subject(event)),
    checkpointInterval: searchWindow * Math.max(1, filter.getCheckpointintervalmultiplier()),
  };
};

const matching = (source: string): ((value: string) => boolean) => {
  const regex = parseRegex(source);
  return (value) => regex.test(value);
};

const parseRegex = (source: string): RegExp => {
  try {
    return new RegExp(source);
  } catch {
    throw invalidArgument('The regular expression of the filter cannot be read.');
  }
};

const startingWith =
  (prefixes: readonly string[]): ((value: string) => boolean) =>
  (value) =>
    prefixes.some((prefix) => value.startsWith(prefix));
