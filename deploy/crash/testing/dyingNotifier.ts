/**
 * A process that sends reminders, or asks for them, and is killed at a point that its parent chose.
 * It gets what it needs by a message.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import type { NoticeChannel } from '@insuremanager/services/reminders/index';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { caughtUp, openServices, startNotifierOf } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

/** Where the process ends. `in-run`: while the scheduler asks for one reminder after another. */
export type FaultPoint = 'before-send' | 'after-send' | 'after-record' | 'in-run';

export interface DyingInput {
  readonly faultPoint: FaultPoint;
  /** Milliseconds since 1970: its clock stands still. */
  readonly now: number;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/** No handler runs, and nothing is said goodbye to. Never returns. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

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
  const { faultPoint, databaseUrl, masterKey, environment } = input;
  const settings = parseSettings(environment);
  const logger = createLogger('silent');
  const clock = { now: () => new Date(input.now) };
  const adapters = await openAdapters(settings, { clock, logger });
  const services = await openServices({
    ...{ databaseUrl, masterKey, clock, logger },
    adapters: {
      ...adapters,
      channels: adapters.channels.map((port) => dyingAt(faultPoint, port)),
    },
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
  startNotifierOf({ ...services, reminders: dying }, logger);
  return {};
}

onInput(run, { goesOn: true });
