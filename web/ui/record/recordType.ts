import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client';
import type { Fields } from '@insuremanager/contracts/fields/field';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { type Operation, operation } from '../../data/operation';
import type { HistoryEntryFieldsFragment as HistoryEntry } from '../../data/operations.generated';
import { formatText } from './fieldsForm';

/** An event in words, as the gateway describes it. */
export type { HistoryEntry };

/** A value of a field, as people read it: a status by its label, say. */
export type FormatValue = (field: string, value: string) => string;

export interface SavedRecord {
  id: number;
  version: number;
}

/**
 * What the shared parts know of a type of record: its list, drawer, dialog, history, saving and
 * deleting follow from it. Made once, outside of components: another object is another type.
 */
export interface RecordType<Saved extends SavedRecord>
  extends Pick<RecordDeclaration, 'typename' | 'one' | 'many' | 'write'> {
  /** On buttons and in the titles of dialogs: "Customer", "Health Policy". */
  title: string;
  fields: Fields;
  nameOf: (record: Saved) => string;
  /** Of one that is in no list any more, by its history, the oldest entry first. */
  formerName: (history: readonly HistoryEntry[]) => string | null | undefined;
  /** A value of the history. */
  formatValue: FormatValue;
  details: (id: number) => Operation<{ record: Saved | null }>;
  history: (id: number) => Operation<{ history: readonly HistoryEntry[] }>;
  /** As the record was at the end of a day; without it, only now can be looked at. */
  asOf?: (id: number, day: Day) => Operation<{ record: Saved | null }>;
  remove: (id: number, commandId: string) => Operation<unknown>;
  /** Fields of the schema, beside its own list, that any change may make out of date. */
  invalidates: readonly string[];
  /** A type of the schema that repeats some of its fields, under the same id. */
  copy?: string;
  /** Brings up to date what a deletion changes elsewhere; before the record leaves the cache. */
  onDeleted?: (client: ApolloClient, id: number) => void;
}

/** What is asked and done by the standard documents of a record; `Own` is what they need beside an id. */
interface RecordOperations<Saved, Own> {
  details: TypedDocumentNode<{ record: Saved | null }, Own & { id: number }>;
  history: TypedDocumentNode<{ history: readonly HistoryEntry[] }, Own & { id: number }>;
  asOf?: TypedDocumentNode<{ record: Saved | null }, Own & { id: number; day: Day }>;
  remove: TypedDocumentNode<unknown, Own & { id: number; commandId: string }>;
}

interface OwnParts<Saved extends SavedRecord, Own>
  extends Partial<Omit<RecordType<Saved>, keyof RecordDeclaration>> {
  fields: Fields;
  /** The field that names a record. */
  name: keyof Saved & string;
  /** What its operations need beside an id. */
  variables?: Own;
}

/** A type of record, by its declaration, its operations and what else is to be known of it. */
export function recordType<Saved extends SavedRecord, Own extends object = object>(
  declaration: RecordDeclaration,
  { details, history, asOf, remove }: RecordOperations<Saved, Own>,
  { name, variables, ...own }: OwnParts<Saved, Own>,
): RecordType<Saved> {
  const known = variables as Own;
  return {
    ...declaration,
    title: declaration.typename,
    nameOf: (record) => String(record[name]),
    formerName: (entries) => lastValueOf(entries, name),
    formatValue: (field, text) => formatText(own.fields, field, text),
    details: (id) => operation(details, { ...known, id }),
    history: (id) => operation(history, { ...known, id }),
    asOf: asOf && ((id, day) => operation(asOf, { ...known, id, day })),
    remove: (id, commandId) => operation(remove, { ...known, id, commandId }),
    invalidates: [],
    ...own,
  };
}

/** The record that a change is made to, at the version that it is made to. */
export const target = ({ id, version }: SavedRecord) => ({ id, expectedVersion: version });

/** The last value of a field in a history, the oldest entry first. */
const lastValueOf = (history: readonly HistoryEntry[], name: string) =>
  history
    .flatMap(({ changes }) => changes)
    .findLast(({ field, after }) => field === name && after !== null)?.after;

/** Lets fields of the schema be asked for again, where they are shown. */
export const forgetFields = (cache: ApolloCache, fieldNames: readonly string[]) =>
  cache.batch({
    update: () => {
      for (const fieldName of fieldNames) cache.evict({ id: 'ROOT_QUERY', fieldName });
    },
  });

/** Lets what repeats a record be asked for again. */
export function forgetCopy(
  cache: ApolloCache,
  { copy }: Pick<RecordType<never>, 'copy'>,
  id: number,
) {
  if (copy) cache.evict({ id: cache.identify({ __typename: copy, id }) });
}
