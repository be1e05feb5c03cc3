import { CHANNEL_LABELS, type Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import { formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import {
  refusalSentence,
  type SweepReport,
} from '@insuremanager/services/platform/files/sweepReports';
import { listReadSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/readModels';
import {
  LAG_LIMIT,
  NOT_STARTED,
  type RelayStatus,
  type RelayStatusParts,
  relayStatus,
} from '@insuremanager/services/platform/relay/relayStatus';
import { ensureRelaySchema } from '@insuremanager/services/platform/relay/relayStore';
import {
  NOTIFIER_GROUP,
  NOTIFIER_TOPICS,
  type NoticeChannel,
  type Reminders,
  type SendingProgress,
} from '@insuremanager/services/reminders/index';
import type { OpenedBus } from '../roles/adapters.js';
import type { Services } from '../roles/openServices.js';
import { count, duration, formatTime } from './figures.js';

/** What is looked at beside the services. */
interface Looked {
  readonly relayName: string;
  readonly channels: readonly NoticeChannel[];
}

/**
 * Prints how the read models, the relay, the notifier and the sweeps are. Exit code 1 when one of
 * the first two has stopped.
 */
export async function status(
  { readModels, platform, bus, reminders }: Services,
  { relayName, channels }: Looked,
  say: (line: string) => void,
): Promise<number> {
  const now = await readModels.status();
  for (const line of statusLines(now)) say(line);
  say('');
  say('Schemas in the database');
  for (const found of await listReadSchemas(platform.pool, readModels.schema)) {
    const figures = `${count(found.eventsHandled)} events, ${count(found.megabytes)} MB`;
    say(`  ${found.name.padEnd(22)} ${found.use.padEnd(8)} ${figures}`);
  }
  say('');
  const relay = await loadRelayStatus({ ...platform, name: relayName });
  for (const line of relayLines(relay)) say(line);
  say('');
  for (const line of notifierLines(await lookAtNotifier(bus, channels, reminders))) say(line);
  say('');
  for (const line of sweepLines(await platform.sweepReports.all())) say(line);
  return now.state === 'stopped' || relay.state === 'stopped' ? 1 : 0;
}

/** When the last sweeps ended and how; those that refuse with what to do. */
export function sweepLines(reports: readonly SweepReport[]): string[] {
  const none = '  None has ended yet. The first begins when the app has run for an hour.';
  return [
    'Sweeps of stored files',
    ...(reports.length === 0 ? [none] : []),
    ...reports.flatMap((report) => [
      `  ${report.prefix.padEnd(16)} ${formatTime(report.at)}  ${resultInWords(report)}`,
      ...(report.refusal
        ? [`  since ${formatTime(report.refusal.since)}: ${refusalSentence(report)}`]
        : []),
    ]),
  ];
}

function resultInWords({ result, removed }: SweepReport): string {
  if (result === 'done') return `done, ${count(removed)} removed`;
  if (result === 'postponed') return 'put off: the lists did not know all events';
  return 'REFUSED, nothing removed';
}

/** Also where no relay has ever run. */
async function loadRelayStatus(parts: RelayStatusParts): Promise<RelayStatus> {
  await ensureRelaySchema(parts.pool);
  return relayStatus(parts);
}

/** How reminders get on, as a command sees it that sends none itself. */
export interface NotifierLook {
  /** Messages that are not handled yet; null when the bus cannot be asked. */
  readonly lag: number | null;
  readonly channels: readonly { readonly channel: Channel; readonly isThere: boolean }[];
  /** Null while the read models are being built. */
  readonly progress: SendingProgress | null;
}

async function lookAtNotifier(
  opened: OpenedBus | undefined,
  channels: readonly NoticeChannel[],
  reminders: Pick<Reminders, 'progress'>,
): Promise<NotifierLook> {
  const lag = opened?.bus.lagOf(NOTIFIER_GROUP, NOTIFIER_TOPICS).catch(() => null);
  const asked = channels.map(async (port) => ({
    channel: port.channel,
    isThere: await port.isThere(),
  }));
  return {
    lag: (await lag) ?? null,
    channels: await Promise.all(asked),
    progress: await reminders.progress().catch(() => null),
  };
}

/** Each channel was asked for a sign of life just now. */
export function notifierLines({ lag, channels, progress }: NotifierLook): string[] {
  const lines: [string, string][] = [
    ['lag', lag === null ? 'unknown: the bus cannot be reached' : `${count(lag)} messages`],
    ['open notices', progress ? count(progress.open) : 'unknown'],
    ['failed in a day', progress ? count(progress.failedInADay) : 'unknown'],
    ...channels.map(({ channel, isThere }): [string, string] => [
      CHANNEL_LABELS[channel],
      isThere ? 'reachable' : 'NOT REACHABLE',
    ]),
  ];
  return ['Reminders', ...lines.map(([name, value]) => `  ${name.padEnd(16)} ${value}`)];
}

/** How far messages are published. */
export function relayLines(status: RelayStatus): string[] {
  const { state, position, lagEvents, lagSeconds, parked } = status;
  const lines: [string, string][] = [
    ['state', relayStateInWords(status)],
    ['checkpoint', position ? formatPosition(position) : 'at the beginning'],
    ['events handled', count(status.eventsHandled)],
    [
      'lag',
      `${eventsInWords(lagEvents)}, ${lagSeconds === null ? 'age unknown' : duration(lagSeconds)}`,
    ],
    ['parked', parked ? parkedInWords(parked) : 'unknown'],
  ];
  if (state === 'stopped' && status.reason) lines.push(['because', status.reason]);
  return ['Relay of messages', ...lines.map(([name, value]) => `  ${name.padEnd(16)} ${value}`)];
}

function eventsInWords(events: number | null): string {
  if (events === null) return 'unknown';
  return events >= LAG_LIMIT ? `${count(LAG_LIMIT)} events or more` : `${count(events)} events`;
}

const parkedInWords = ({ events, streams }: { events: number; streams: number }): string =>
  events === 0
    ? 'none'
    : `${count(events)} events, of streams: ${count(streams)} (npm run ops -- parked)`;

function relayStateInWords({ state, reason }: RelayStatus): string {
  switch (state) {
    case 'live':
    case 'standby':
      return 'live';
    case 'stopped':
      return 'STOPPED';
    case 'waiting':
      return reason === NOT_STARTED ? 'no process publishes messages' : `waiting: ${reason}`;
  }
}

export function statusLines(status: ReadModelStatus): string[] {
  const { poison } = status;
  const lines: [string, string][] = [
    ['schema', status.schema],
    ['state', stateInWords(status)],
    ['checkpoint', status.position ? formatPosition(status.position) : 'at the beginning'],
    ['head of the log', status.head ? formatPosition(status.head) : 'empty or not reachable'],
    ['events handled', `${count(status.eventsHandled)} (${percent(status.progress)} of the log)`],
    ['lag', status.lagSeconds === null ? 'unknown' : duration(status.lagSeconds)],
  ];
  if (poison) {
    lines.push(
      ['stopped at', `${poison.type}, ${poison.stream}@${poison.revision}, ${poison.position}`],
      ['because', poison.reason],
    );
  }
  return [
    'Read models of this release',
    ...lines.map(([name, value]) => `  ${name.padEnd(16)} ${value}`),
  ];
}

const percent = (part: number): string => `${(Math.floor(part * 1000) / 10).toFixed(1)} %`;

function stateInWords({ state, reason }: ReadModelStatus): string {
  switch (state) {
    case 'building':
      return 'building: not caught up for the first time yet';
    case 'live':
      return 'live';
    case 'standby':
      return 'live, projected by another process';
    case 'stopped':
      return 'stopped at an event that cannot be projected; it is tried again every few seconds';
    case 'waiting':
      return reason === 'not started' ? 'no process projects' : `waiting: ${reason ?? 'starting'}`;
  }
}
