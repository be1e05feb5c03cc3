import { table } from '../../harness/figures.js';
import { until } from '../../harness/waiting.js';
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
  process.kill(before.pid, 'SIGKILL');

  /** Seconds since the kill. */
  const waited = async (isSo: () => boolean | Promise<boolean>, what: string): Promise<number> => {
    const isThere = until(isSo, `${what}: ${service} was killed`, TIMEOUT_MS, 250);
    await Promise.race([isThere, work.working]);
    return (Date.now() - killedAt) / 1000;
  };
  const healthySeconds = await waited(async () => {
    const now = await find();
    return Boolean(now?.isHealthy && now.pid !== before.pid);
  }, 'its health');
  const since = (kind: KindOfWork): Done[] =>
    work.done.filter((done) => done.kind === kind && done.to >= killedAt);
  // What was asked for after the kill, so that the answer is one of afterwards.
  const isBack = (kind: KindOfWork) => since(kind).some(({ from }) => from >= killedAt);
  await waited(() => KINDS_OF_WORK.every(isBack), 'all kinds of work');

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
export const tableOf = (outages: readonly Outage[]): string =>
  table(
    ['container', 'healthy', 'write', 'file', 'reminder', 'failed'],
    outages.map(({ service, healthySeconds, seconds, failedRequests }) => [
      service,
      ...[healthySeconds, seconds.write, seconds.file, seconds.reminder].map(
        (s) => `${s.toFixed(1)} s`,
      ),
      String(failedRequests),
    ]),
  );
