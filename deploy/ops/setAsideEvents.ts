import { hostname, userInfo } from 'node:os';
import { schemaInTheMaking } from '@insuremanager/services/platform/readModels/rebuild';
import {
  listSetAside,
  type SetAsideEvent,
  takeBack,
} from '@insuremanager/services/platform/readModels/setAside';
import { setAside } from '@insuremanager/services/platform/readModels/setEventAside';
import { ensureRelaySchema, passSetAside } from '@insuremanager/services/platform/relay/relayStore';
import type { Services } from '../roles/openServices.js';
import { type Answer, said } from './answer.js';
import { formatTime } from './figures.js';

type Parts = Pick<Services, 'platform' | 'readModels'>;

/** Events that read models are made without. */
export async function setAsideEvents({ platform: { pool } }: Parts): Promise<Answer> {
  const events = await listSetAside(pool);
  return {
    document: { events },
    lines: events.length === 0 ? ['No event is set aside.'] : setAsideLines(events),
  };
}

/** Three lines for each: which event and why it could not be projected, who set it aside, and why. */
export const setAsideLines = (events: readonly SetAsideEvent[]): string[] =>
  events.flatMap(({ position, type, stream, revision, failure, by, at, reason }) => [
    `${position}  ${type}, ${stream}@${revision}`,
    `  ${failure}`,
    `  set aside by ${by}, ${formatTime(at)}: ${reason}`,
  ]);

/** @throws Refusal when no projector stands at that position. */
export async function setEventAside(
  { platform: { pool, eventLog }, readModels: { schema } }: Parts,
  { position, reason, by = operatorName() }: { position: string; reason: string; by?: string },
): Promise<Answer> {
  const schemas = [schema, schemaInTheMaking(schema)];
  const event = await setAside({ pool, eventLog, schemas }, position, { by, reason });
  await ensureRelaySchema(pool);
  await passSetAside(pool, event);
  return said(
    { event },
    `${named(event)} is set aside: lists are made without it, and go on within seconds; nothing of it ` +
      'is published. It stays in the log; what changes its record is refused while it cannot be read.',
  );
}

/** @throws Refusal when no event of that position is set aside. */
export async function takeEventBack(
  { platform: { pool } }: Parts,
  { position, by = operatorName() }: { position: string; by?: string },
): Promise<Answer> {
  const event = await takeBack(pool, position, by);
  return said(
    { event },
    `${named(event)} is set aside no more. Lists are made with it from the next rebuild on: ` +
      'npm run ops -- rebuild',
  );
}

const named = ({ type, stream, revision }: SetAsideEvent): string =>
  `${type}, ${stream}@${revision},`;

/** Whose shell it is, such as `ravi@crm-1`, also by sudo; the number of a user without a name. */
const operatorName = (): string => `${process.env.SUDO_USER || userName()}@${hostname()}`;

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that its system does not know.
    return `user-${process.getuid?.() ?? 'unknown'}`;
  }
}
