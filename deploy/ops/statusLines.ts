import { CHANNEL_LABELS } from '@insuremanager/contracts/reminders/reminderKinds';
import { formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import {
  refusalSentence,
  type SweepReport,
} from '@insuremanager/services/platform/files/sweepReports';
import type { RunningProcess } from '@insuremanager/services/platform/operations/processes';
import { NOT_STARTED } from '@insuremanager/services/platform/postgres/role';
import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/readModels';
import { LAG_LIMIT, type RelayStatus } from '@insuremanager/services/platform/relay/relayStatus';
import { PROCESS_ROLES } from '../roles/roles.js';
import { count, duration, formatTime, size } from './figures.js';
import type { NotifierLook, Sizes, Status } from './foundStatus.js';
import type { Problem } from './problems.js';
import { setAsideLines } from './setAsideEvents.js';

/** A status for a person. */
export function statusLines(status: Status, problems: readonly Problem[], now: Date): string[] {
  const { release, servers, backup } = status;
  const parts = [
    problems.length === 0
      ? ['Healthy']
      : ['NOT HEALTHY', ...problems.map(({ message }) => `  ${message}`)],
    ['Release', row('version', release.version), row('Postgres', servers.postgres ?? 'unknown')],
    processLines(status.processes, now),
    readModelLines(status.readModels),
    ...setAsideSection(status.readModels.setAside),
    [
      'Schemas of read models',
      ...status.schemas.map((found) => {
        const figures = `${count(found.eventsHandled)} events, ${count(found.megabytes)} MB`;
        return `  ${found.name.padEnd(22)} ${found.use.padEnd(8)} ${figures}`;
      }),
    ],
    relayLines(status.relay),
    notifierLines(status.notifier),
    sweepLines(status.sweeps),
    sizeLines(status.sizes),
    [
      'Backup',
      backup
        ? row('the last one', `${formatTime(backup.finishedAt)}, ${size(backup.bytes)}`)
        : '  None of all was recorded.',
    ],
  ];
  return parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

const row = (name: string, value: string): string => `  ${name.padEnd(16)} ${value}`;

/** Who runs, and what each does in its roles. */
export function processLines(processes: readonly RunningProcess[], now: Date): string[] {
  return [
    'Processes',
    ...(processes.length === 0 ? ['  None runs.'] : []),
    ...processes.map(({ host, pid, roles, release, startedAt }) => {
      const played = PROCESS_ROLES.filter((role) => role in roles);
      const age = duration(Math.max(0, (now.getTime() - startedAt.getTime()) / 1000));
      const states = played.map((role) => `${role} ${roles[role]}`).join(', ');
      return `  ${`${host}:${pid}`.padEnd(22)} ${release}, for ${age}: ${states}`;
    }),
  ];
}

/** What takes room. */
export function sizeLines({ database, schemas, files }: Sizes): string[] {
  return [
    'Sizes',
    row('database', size(database)),
    ...Object.entries(schemas).map(([name, bytes]) => row(`  ${name}`, size(bytes))),
    row('files', filesInWords(files)),
  ];
}

function filesInWords(files: Sizes['files']): string {
  if (!files) return 'unknown: the file store cannot be reached';
  const found = `${count(files.count)} files, ${size(files.bytes)}`;
  return files.isComplete ? found : `${found}, and more`;
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

/** Each channel was asked for a sign of life just now. */
export function notifierLines({ channels, progress }: NotifierLook): string[] {
  const counted = (of: number | undefined) => (of === undefined ? 'unknown' : count(of));
  return [
    'Reminders',
    row('due notices', counted(progress?.due)),
    row('open notices', counted(progress?.open)),
    row('failed in a day', counted(progress?.failedInADay)),
    ...channels.map(({ channel, isThere }) =>
      row(CHANNEL_LABELS[channel], isThere ? 'reachable' : 'NOT REACHABLE'),
    ),
  ];
}

/** How far messages are published. @param status null where no Kafka is named. */
export function relayLines(status: RelayStatus | null): string[] {
  if (!status) return ['Relay of messages', '  No Kafka is named: nothing is published.'];
  const { state, position, parked, reason } = status;
  return [
    'Relay of messages',
    row('state', relayStateInWords(status)),
    row('checkpoint', position ? formatPosition(position) : 'at the beginning'),
    row('events handled', count(status.eventsHandled)),
    row('lag', lagInWords(status)),
    row('parked', parked ? parkedInWords(parked) : 'unknown'),
    ...(state === 'stopped' && reason ? [row('because', reason)] : []),
  ];
}

type Lagging = Pick<RelayStatus, 'lagEvents' | 'lagSeconds'>;

function lagInWords({ lagEvents: events, lagSeconds }: Lagging): string {
  const age = lagSeconds === null ? 'age unknown' : duration(lagSeconds);
  if (events === null) return `unknown, ${age}`;
  const more = events >= LAG_LIMIT ? ' or more' : '';
  return `${count(Math.min(events, LAG_LIMIT))} events${more}, ${age}`;
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

/** Nothing where there are none: it is rare. */
function setAsideSection(events: ReadModelStatus['setAside']): string[][] {
  if (!events || events.length === 0) return [];
  return [['Events set aside', ...setAsideLines(events).map((line) => `  ${line}`)]];
}

/** How far the read models of this release are. */
export function readModelLines(status: Status['readModels']): string[] {
  const { position, head, eventsHandled, poison } = status;
  const stoppedAt = poison && `${poison.stream}@${poison.revision}, ${poison.position}`;
  return [
    'Read models of this release',
    row('schema', status.schema),
    row('state', stateInWords(status)),
    row('checkpoint', position ? formatPosition(position) : 'at the beginning'),
    row('head of the log', head ? formatPosition(head) : 'empty or not reachable'),
    row('events handled', `${count(eventsHandled)} (${percent(status.progress)} of the log)`),
    row('lag', lagInWords(status)),
    ...(poison
      ? [row('stopped at', `${poison.type}, ${stoppedAt}`), row('because', poison.reason)]
      : []),
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
