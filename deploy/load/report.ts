import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Circumstances, circumstancesText } from '../harness/command.js';
import { type Timings, table, timingsOf } from '../harness/figures.js';
import type { HeldFigures } from '../harness/processes.js';

export interface LoadOptions {
  /** Agents at work at once. */
  readonly agents: number;
  readonly minutes: number;
  readonly customers: number;
  readonly gateways: number;
  /** Seconds. */
  readonly think: number;
  readonly watching: number;
  readonly out?: string;
}

/** Something that was acknowledged, and by which it is recognised afterwards. */
export interface Acknowledged {
  readonly kind: 'customer' | 'edit' | 'policy' | 'quotation' | 'document' | 'reminder';
  readonly id: number;
  readonly mark?: string;
  readonly version?: number;
  readonly size?: number;
}

interface Asked {
  readonly share: 'lists' | 'records' | 'changes' | 'watching';
  readonly what: string;
  readonly millis: number;
  /** Why it was not answered with data. */
  readonly failure?: string;
}

export interface LoadLog {
  readonly asked: readonly Asked[];
  readonly acknowledged: readonly Acknowledged[];
  /** What else was written, such as an error in the script. */
  readonly others: readonly string[];
}

/** What `day.js` has written: a JSON object a line. */
export async function readLog(file: string): Promise<LoadLog> {
  const asked: Asked[] = [];
  const acknowledged: Acknowledged[] = [];
  const others: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"type":"asked"')) asked.push(JSON.parse(line) as Asked);
    else if (line.startsWith('{"type":"acknowledged"')) {
      acknowledged.push(JSON.parse(line) as Acknowledged);
    } else if (line.trim() !== '') others.push(line);
  }
  return { asked, acknowledged, others };
}

/**
 * What the product rightly answers when two agents want the same, or when one reminds somebody who
 * cannot be reached or was reminded just now.
 */
const REFUSALS = /^((CONFLICT|STALE_VERSION)\b|BAD_USER_INPUT .*\breminder-)/;

export interface LoadReport extends Circumstances {
  readonly loadAfter: number;
  readonly options: LoadOptions;
  /** Of the agents; those of windows that only watch come beside it. */
  readonly requestsPerSecond: number;
  /** Of the agents' requests. */
  readonly shares: Readonly<Record<string, number>>;
  /** Milliseconds. */
  readonly operations: readonly OperationFigures[];
  /** Why requests failed, and how many; refusals that the rules ask for are not among them. */
  readonly errors: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Acknowledged, and not there afterwards. */
  readonly lost: readonly Acknowledged[];
  readonly held: readonly HeldFigures[];
  /** Of one processor, 0 to 1 for each that was used up. */
  readonly processor: Readonly<Record<string, number>>;
  /** What lies in Postgres at the end, by schema, bytes; the event log is one of them. */
  readonly sizes: Readonly<Record<string, number>>;
  /** In the log at the end. */
  readonly events: number;
  /** Reports of changes that reached open windows. */
  readonly reported: number;
}

interface OperationFigures extends Timings {
  readonly share: string;
  readonly what: string;
}

type Measured = Pick<
  LoadReport,
  'requestsPerSecond' | 'shares' | 'operations' | 'errors' | 'refusals' | 'acknowledged'
>;

/** What the lines of a day come to. */
export function figuresOfDay({ asked, acknowledged, others }: LoadLog, seconds: number): Measured {
  const durations = new Map<string, { share: string; what: string; millis: number[] }>();
  const [errors, refusals, shares]: Map<string, number>[] = [new Map(), new Map(), new Map()];
  const count = (of: Map<string, number> | undefined, key: string) =>
    of?.set(key, (of.get(key) ?? 0) + 1);
  for (const { share, what, millis, failure } of asked) {
    const key = `${share} ${what}`;
    const one = durations.get(key) ?? { share, what, millis: [] };
    one.millis.push(millis);
    durations.set(key, one);
    if (share !== 'watching') count(shares, share);
    if (failure) count(REFUSALS.test(failure) ? refusals : errors, `${what}: ${failure}`);
  }
  for (const line of others) count(errors, line.slice(0, 300));
  const byAgents = asked.filter(({ share }) => share !== 'watching').length;
  return {
    requestsPerSecond: byAgents / seconds,
    shares: Object.fromEntries([...(shares ?? [])].map(([name, of]) => [name, of / byAgents])),
    operations: [...durations.values()]
      .map(({ share, what, millis }) => ({ share, what, ...timingsOf(millis) }))
      .sort((a, b) => ORDER.indexOf(a.share) - ORDER.indexOf(b.share) || b.count - a.count),
    errors: Object.fromEntries(errors ?? []),
    refusals: Object.fromEntries(refusals ?? []),
    acknowledged: acknowledged.length,
  };
}

const MiB = 1024 * 1024;

const ORDER = ['lists', 'records', 'changes', 'watching'];

const ms = (millis: number): string => (millis < 100 ? millis.toFixed(1) : millis.toFixed(0));
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

/** For a person. */
export function textOf(report: LoadReport): string {
  const { operations, held, errors, refusals, shares, processor, options } = report;
  const listed = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([what, times]) => `  ${times} × ${what}`);
  const sum = (of: Readonly<Record<string, number>>) =>
    Object.values(of).reduce((all, times) => all + times, 0);
  return [
    table(
      ['', 'operation', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest ms'],
      operations.map(({ share, what, count, p50, p95, p99, max }) => [
        ...[share, what, String(count)],
        ...[ms(p50), ms(p95), ms(p99), ms(max)],
      ]),
    ),
    table(
      ['process', 'held', 'first quarter', 'last quarter', 'at most', 'more in an hour'],
      held.map(({ process, what, unit, firstQuarter, lastQuarter, peak, slope }) => [
        ...[process, `${what}${unit && `, ${unit}`}`, firstQuarter.toFixed(1)],
        ...[lastQuarter.toFixed(1), peak.toFixed(0), slope.toFixed(1)],
      ]),
    ),
    table(
      ['process', 'of one processor'],
      Object.entries(processor).map(([process, share]) => [process, percent(share)]),
    ),
    [
      `${options.agents} agents, ${options.gateways} gateway(s), ${options.customers} customers: ` +
        `${report.requestsPerSecond.toFixed(1)} requests a second, ` +
        Object.entries(shares)
          .map(([name, of]) => `${name} ${percent(of)}`)
          .join(', '),
      `Errors: ${sum(errors)}`,
      ...listed(errors),
      `Refused by the rules: ${sum(refusals)}`,
      ...listed(refusals),
      `Changes acknowledged: ${report.acknowledged}, of those not there afterwards: ${report.lost.length}`,
      `In Postgres for ${report.events} events: ` +
        Object.entries(report.sizes)
          .map(([schema, bytes]) => `${schema} ${(bytes / MiB).toFixed(0)} MiB`)
          .join(', '),
      `Reports of changes to open windows: ${report.reported}`,
      circumstancesText(report),
    ].join('\n'),
  ].join('\n\n');
}
