import { randomUUID } from 'node:crypto';
import { DataExported, userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Platform } from '../platform/platform.js';
import type { Exports } from './exports.js';

const HOUR = 3600;
const EXPORTS_PER_HOUR = 30;

export function createExports({
  commands,
  limits,
  clock,
}: Pick<Platform, 'commands' | 'limits' | 'clock'>): Exports {
  const spendOne = limits.limit({
    name: 'export',
    things: 'exports',
    most: EXPORTS_PER_HOUR,
    seconds: HOUR,
  });
  return {
    async begin({ list, filters }, context) {
      const { userId } = context.actor;
      await spendOne(userId);
      const exported = DataExported({ userId, list, filters: [...filters] });
      // Each answer is an entry of its own, whatever command id the client sends with it.
      const command = { ...context, commandId: randomUUID() };
      await commands.record(userAccessStream(userId), [exported], command);
      return { day: kolkataDay(clock.now()) };
    },
  };
}
