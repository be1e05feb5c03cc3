import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';

/** Longest that a change waits to be seen in lists, in milliseconds. */
const TIMEOUT_MS = 2000;

export type ReadModelGate = Pick<ReadModels, 'waitFor'>;

/** Whether lists still lack a change after the bounded wait. Nothing written: nothing to wait for. */
export async function isStale(
  readModels: ReadModelGate,
  position: LogPosition | null,
): Promise<boolean> {
  return position !== null && !(await readModels.waitFor(position, TIMEOUT_MS));
}
