import type { FilterIn, RequestOf } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry, PastMoment } from '@insuremanager/contracts/history';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type { ChangedRecord, ListedRecord, ViewOf } from '@insuremanager/contracts/records/records';
import type { z } from 'zod';
import type { CommandContext, SavedRecord, Written } from '../commands/command.js';
import type { Book } from '../readModels/readTables.js';

type Listed = Pick<ListedRecord, 'list'> & { readonly view: z.ZodType<object> };

/** What is asked of records of any kind that are listed. Every method may raise a Refusal. */
export interface ListService<Of extends Listed = Listed> {
  list(request: RequestOf<Of['list']>): Promise<Page<ViewOf<Of>>>;
  /** Stops counting at 10,000, or at so many. */
  count(filter: FilterIn<Of['list']>, most?: number): Promise<BoundedCount>;
  /** Null when unknown or deleted. */
  find(id: number): Promise<ViewOf<Of> | null>;
}

/** What is asked and changed of records of any kind. Every method may raise a Refusal. */
export interface RecordService<Of extends ChangedRecord> extends ListService<Of> {
  /** Those of the records that exist, in the order of the ids. */
  listByIds(ids: readonly number[]): Promise<ViewOf<Of>[]>;
  create(input: z.output<Of['input']>, context: CommandContext): Promise<SavedRecord<ViewOf<Of>>>;
  update(
    id: number,
    patch: z.output<Of['patch']>,
    context: CommandContext,
  ): Promise<SavedRecord<ViewOf<Of>>>;
  delete(id: number, context: CommandContext): Promise<Written>;
  /** Every event in words, oldest first; also of a deleted record. @throws not-found */
  history(id: number): Promise<HistoryEntry[]>;
  /** The record at a moment: what its events until then come to. Null when there was none then. */
  asOf(id: number, moment: PastMoment): Promise<ViewOf<Of> | null>;
}

/** The same, also for whom only the records of a book exist. */
export interface WithinBooks<Service> {
  within(book: Book): Service;
}

/** A record of a stream of its own. */
export type RecordState<Record> =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'existing'; readonly record: Record }
  | { readonly phase: 'deleted'; readonly record: Record };

/** What is done to records that are added, changed and deleted, and no more. */
export type RecordCommand<Of extends ChangedRecord> =
  | { readonly type: 'create'; readonly id: number; readonly input: z.output<Of['input']> }
  | { readonly type: 'update'; readonly id: number; readonly patch: z.output<Of['patch']> }
  | { readonly type: 'delete'; readonly id: number };
