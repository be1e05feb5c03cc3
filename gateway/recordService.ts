import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { BoundedCount, ListRequest, Page } from '@insuremanager/contracts/lists';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type {
  CommandContext,
  SavedRecord,
  Written,
} from '@insuremanager/services/platform/commands/command';
import type { z } from 'zod';

export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** A kind of record as the contracts describe it. */
export interface ListedRecord<View, Of extends Criteria = Criteria, Sort extends string = string>
  extends RecordDeclaration {
  readonly view: z.ZodObject & z.ZodType<View>;
  readonly list: ListDescription<Of, Sort>;
}

/** One whose records are also added and changed. */
export interface ChangedRecord<View, Of extends Criteria = Criteria, Sort extends string = string>
  extends ListedRecord<View, Of, Sort> {
  /** What a new record, and a change of one, must be. */
  readonly input: z.ZodType;
  readonly patch: z.ZodType;
}

/** A service whose records can be listed. */
export interface ListService<View, Of extends Criteria = Criteria, Sort extends string = string> {
  list(request: ListRequest<FilterOf<Of>, Sort>): Promise<Page<View>>;
  count(filter: FilterOf<Of>): Promise<BoundedCount>;
}

/** A service whose records are looked at, also as they were, and changed. */
export interface RecordService<View extends Versioned = Versioned> {
  find(id: number): Promise<View | null>;
  /** At the end of a Kolkata day. */
  asOf(id: number, day: Day): Promise<View | null>;
  history(id: number): Promise<HistoryEntry[]>;
  create(input: never, context: CommandContext): Promise<SavedRecord<View>>;
  update(id: number, patch: never, context: CommandContext): Promise<SavedRecord<View>>;
  delete(id: number, context: CommandContext): Promise<Written>;
}
