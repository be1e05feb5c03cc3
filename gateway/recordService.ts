import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { BoundedCount, ListRequest, Page } from '@insuremanager/contracts/lists';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { z } from 'zod';

export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** What a change came to, as both faces answer it. */
export interface SavedRecord<View> {
  readonly record: View;
  readonly warnings: readonly Warning[];
  /** Where the read models must be to show it; null when nothing was written. */
  readonly position: LogPosition | null;
}

/** A service whose records can be listed. */
export interface ListService<View, Of extends Criteria = Criteria, Sort extends string = string> {
  readonly description: ListDescription<Of, Sort>;
  list(request: ListRequest<FilterOf<Of>, Sort>): Promise<Page<View>>;
  count(filter: FilterOf<Of>): Promise<BoundedCount>;
}

/** A service whose records are looked at, also as they were, and changed. */
export interface RecordService<View extends Versioned = Versioned> {
  /** In sentences and errors: `customer`. */
  readonly recordName: string;
  find(id: number): Promise<View | null>;
  /** At the end of a Kolkata day. */
  asOf(id: number, day: Day): Promise<View | null>;
  history(id: number): Promise<HistoryEntry[]>;
  /** What a new record, and a change of one, must be. */
  readonly input: z.ZodType;
  readonly patch: z.ZodType;
  create(input: never, context: CommandContext): Promise<SavedRecord<View>>;
  update(id: number, patch: never, context: CommandContext): Promise<SavedRecord<View>>;
  delete(id: number, context: CommandContext): Promise<Pick<SavedRecord<View>, 'position'>>;
}

interface Changed {
  readonly warnings: readonly Warning[];
  readonly position: LogPosition | null;
}

/** Changes of a service, whose results call the record by its own name, as `RecordService` has them. */
export const savedBy =
  <Result extends Changed, View>(recordOf: (result: Result) => View) =>
  <Arguments extends unknown[]>(change: (...input: Arguments) => Promise<Result>) =>
  async (...input: Arguments): Promise<SavedRecord<View>> => {
    const result = await change(...input);
    return { record: recordOf(result), warnings: result.warnings, position: result.position };
  };
