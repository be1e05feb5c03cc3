import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import type { OwnedRecords } from './ownedRecords.js';
import type { Platform } from './platform.js';
import type { Projector } from './readModels/projector.js';
import type { ReadModels } from './readModels/readModels.js';
import type { AllTables } from './readModels/readTables.js';

/** The read models, as capabilities ask them. */
export type SliceTables = AllTables & Pick<ReadModels, 'waitFor'>;

/** What a release knows of one capability: its events, its read models, and how it is opened. */
export interface Slice<Others, Capability> {
  readonly events: readonly EventDefinition[];
  readonly projectors: readonly Projector[];
  /** Those that follow from what the slices of the release declare. */
  projectorsAmong?(slices: readonly AnySlice[]): readonly Projector[];
  /** Its records, where they are customers’. */
  readonly owned?: OwnedRecords;
  /**
   * @param others the capabilities that it asks. Those that are opened after it are there only once
   *   all are open.
   */
  open(
    platform: Platform,
    readModels: SliceTables,
    others: Others,
  ): Capability | Promise<Capability>;
}

/** Without events or without projectors where it says none. */
export const defineSlice = <Others, Capability>(
  slice: Pick<Slice<Others, Capability>, 'open'> & Partial<Slice<Others, Capability>>,
): Slice<Others, Capability> => ({ events: [], projectors: [], ...slice });

/** Whatever it asks and gives. */
export type AnySlice = Pick<
  Slice<never, unknown>,
  'events' | 'projectors' | 'projectorsAmong' | 'owned'
>;

/** The events and projectors of some slices, as a platform and its read models take them. */
export const partsOf = (slices: readonly AnySlice[]) => ({
  definitions: slices.flatMap(({ events }) => events),
  projectors: slices.flatMap(({ projectors, projectorsAmong }) => [
    ...projectors,
    ...(projectorsAmong?.(slices) ?? []),
  ]),
});
