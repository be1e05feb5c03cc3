/**
 * A process that sends reminders, or asks for them, and is killed at a point that its parent chose.
 * It gets what it needs by a message.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import type { NoticeChannel } from '@insuremanager/services/reminders/index';
import { onInput } from '../../harness/forked.js';
import { caughtUp, startNotifierOf } from '../../roles/openServices.js';
import { die, type Installation, openInstallation } from './dying.js';

/** Where the process ends. `in-run`: while the scheduler asks for one reminder after another. */
export type FaultPoint = 'before-send' | 'after-send' | 'after-record' | 'in-run';

export interface DyingInput extends Installation {
  readonly faultPoint: FaultPoint;
  /** Milliseconds since 1970: its clock stands still. */
  readonly now: number;
}

const dyingAt = (faultPoint: FaultPoint, port: NoticeChannel): NoticeChannel => ({
  ...port,
  async send(id, input) {
    if (faultPoint === 'before-send') await die();
    const delivery = await port.send(id, input);
    if (faultPoint === 'after-send') await die();
    return delivery;
  },
});

async function run(input: DyingInput): Promise<object> {
  const { faultPoint } = input;
  const clock = { now: () => new Date(input.now) };
  const services = await openInstallation(input, {
    clock,
    over: (adapters) => ({
      ...adapters,
      channels: adapters.channels.map((port) => dyingAt(faultPoint, port)),
    }),
  });
  services.readModels.start();
  const { platform, reminders } = services;
  if (faultPoint === 'in-run') {
    const head = await platform.eventLog.head();
    await caughtUp(services);
    const requesting = reminders.requestDue();
    const { signal } = new AbortController();
    for await (const events of platform.eventLog.subscribe({
      after: head,
      maxBatch: 100,
      signal,
    })) {
      // The others are not asked for yet.
      if (events.some(({ type }) => type === 'ReminderNoticeRequested')) await die();
    }
    await requesting;
    return {};
  }
  const dying = {
    ...reminders,
    async sendDue(signal?: AbortSignal) {
      const run = await reminders.sendDue(signal);
      return faultPoint === 'after-record' && run.sent > 0 ? die() : run;
    },
  };
  startNotifierOf({ ...services, reminders: dying }, createLogger('silent'));
  return {};
}

onInput(run, { goesOn: true });
