import {
  formatPosition,
  type LogPosition,
} from '@insuremanager/services/platform/eventLog/eventLog';
import type { Services } from '../roles/openServices.js';
import type { Answer } from './answer.js';
import { type Looked, lookAt, type Status } from './foundStatus.js';
import { problemsOf } from './problems.js';
import { statusLines } from './statusLines.js';

/** How an installation is. It is bad when something waits for an operator. */
export async function status(services: Services, looked: Looked): Promise<Answer> {
  const found = await lookAt(services, looked);
  const problems = problemsOf(found);
  return {
    document: { healthy: problems.length === 0, problems, ...withPositions(found) },
    lines: statusLines(found, problems, services.platform.clock.now()),
    isBad: problems.length > 0,
  };
}

/** Positions as texts, as everywhere outside. */
function withPositions({ readModels, relay, ...others }: Status): object {
  const text = (position: LogPosition | null) => position && formatPosition(position);
  const placed = <Of extends { position: LogPosition | null; head: LogPosition | null }>(
    of: Of,
  ) => ({
    ...of,
    position: text(of.position),
    head: text(of.head),
  });
  return { ...others, readModels: placed(readModels), relay: relay && placed(relay) };
}
