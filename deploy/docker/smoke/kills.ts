import { setTimeout as pause } from 'node:timers/promises';
import { containersOf, type Docker } from './docker.js';
import { type Done, KINDS_OF_WORK, type KindOfWork, type Work } from './work.js';

/** What the kill of one container did. */
export interface Outage {
  readonly service: string;
  /** Until Docker found it healthy again, which it asks every few seconds. */
  readonly healthySeconds: number;
  /** How long somebody had to wait, who wanted this. */
  readonly seconds: Readonly<Record<KindOfWork, number>>;
  readonly failedRequests: number;
}

/** Longest that an outage may last, and what is watched for, before it counts as for ever. */
const TIMEOUT_MS = 180_000;

interface Killing {
  readonly docker: Docker;
  readonly project: string;
  readonly work: Work;
  readonly failures: () => number;
}

/**
 * Ends the first process of a container as a crash does, so that Docker starts it again, and waits
 * until people can do everything again.
 */
export async function killContainer(
  service: string,
  { docker, project, work, failures }: Killing,
): Promise<Outage> {
  const find = async () => {
    const all = await containersOf(docker, project);
    return all.find((container) => container.service === service);
  };
  const before = await find();
  if (!before || before.pid === 0) throw new Error(`${service} does not run.`);
  const failedBefore = failures();
  const killedAt = Date.now();
  const giveUpAt = killedAt + TIMEOUT_MS;
  process.kill(before.pid, 'SIGKILL');

  const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<number> => {
    const isOver = () => Date.now() > giveUpAt;
    while (!(await Promise.race([isSo(), work.working.then(() => false)]))) {
      if (isOver()) throw new Error(`${service} was killed, and then never: ${what}.`);
      await pause(250);
    }
    return (Date.now() - killedAt) / 1000;
  };
  const healthySeconds = await until('it is healthy', async () => {
    const now = await find();
    return Boolean(now?.isHealthy && now.pid !== before.pid);
  });
  const since = (kind: KindOfWork): Done[] =>
    work.done.filter((done) => done.kind === kind && done.to >= killedAt);
  // What was asked for after the kill, so that the answer is one of afterwards.
  const isBack = (kind: KindOfWork) => since(kind).some(({ from }) => from >= killedAt);
  await until('everything is possible', () => KINDS_OF_WORK.every(isBack));

  const longest = (kind: KindOfWork): number =>
    Math.max(...since(kind).map(({ from, to }) => to - Math.max(from, killedAt))) / 1000;
  /** Many are on their way at once, and one that failed is tried again later by design. */
  const firstReminder = (): number =>
    Math.min(
      ...since('reminder')
        .filter(({ from }) => from >= killedAt)
        .map(({ to }) => to - killedAt),
    ) / 1000;
  return {
    service,
    healthySeconds,
    seconds: { write: longest('write'), file: longest('file'), reminder: firstReminder() },
    failedRequests: failures() - failedBefore,
  };
}

/** The outages as a table, for a person. */
export function tableOf(outages: readonly Outage[]): string {
  const columns = ['container', 'healthy', 'write', 'file', 'reminder', 'failed'];
  const rows = outages.map(({ service, healthySeconds, seconds, failedRequests }) => [
    service,
    ...[healthySeconds, seconds.write, seconds.file, seconds.reminder].map(
      (s) => `${s.toFixed(1)} s`,
    ),
    String(failedRequests),
  ]);
  return [columns, ...rows]
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(9))).join(' '))
    .join('\n');
}
