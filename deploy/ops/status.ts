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
import { ensureRelaySchema, hasBegun } from '@insuremanager/services/platform/relay/relayStore';
import { RELAY, type Services } from '../roles/openServices.js';
import { count, duration, formatTime } from './figures.js';

/**
 * Prints how the read models, the relay and the sweeps are. Exit code 1 when one of the first two
 * has stopped. @param hasBus whether messages are published.
 */
export async function status(
  { readModels, platform }: Services,
  hasBus: boolean,
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
  const relay = await loadRelayStatus({ ...platform, name: RELAY }, hasBus);
  for (const line of relayLines(relay)) say(line);
  say('');
  for (const line of sweepLines(await platform.sweepReports.all())) say(line);
  return now.state === 'stopped' || relay?.state === 'stopped' ? 1 : 0;
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

/** Null, with nothing else asked or made, when there is no bus and was none before. */
export async function loadRelayStatus(
  parts: RelayStatusParts,
  hasBus: boolean,
): Promise<RelayStatus | null> {
  if (!hasBus && !(await hasBegun(parts.pool, parts.name))) return null;
  await ensureRelaySchema(parts.pool);
  return relayStatus(parts);
}

/** How far messages for other systems are published; null: there is nothing that publishes. */
export function relayLines(status: RelayStatus | null): string[] {
  if (!status) return ['Relay of messages', '  none: no Kafka is named'];
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
