import { verifyLog } from '@insuremanager/services/platform/logTree/verifyLog';
import { type Figure, figuresOf } from '../harness/figures.js';
import type { Bench } from './part.js';

const { signal } = new AbortController();

/** The tree over the whole log, made, signed and compared by this process, before the app is at work. */
export async function measureLogTree({ services }: Bench): Promise<Figure[]> {
  const { platform, logTree } = services;
  const { pool: on, eventLog } = platform;
  const { verifier } = await logTree.key();
  const made = await measured(() => logTree.rebuild(signal));
  const events = made.result;
  const signed = await measured(() => logTree.sign(new Date()));
  const verified = await measured(() => verifyLog({ on, eventLog, verifier, signal }));
  if (verified.result.differences > 0) throw new Error('The log is not as the tree says');
  const l = figuresOf('l');
  return [
    l('events in the tree', events, ''),
    l('making the tree', (events / made.millis) * 1000, '/s'),
    l('making the tree, processor time per 1,000 events', made.cpuMillis / (events / 1000), 'ms'),
    l('signing its root', signed.millis, 'ms'),
    l('verifying the log', (events / verified.millis) * 1000, '/s'),
  ];
}

/** Of this process alone, with reading the log; milliseconds. */
async function measured<Result>(work: () => Promise<Result>) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  return { result, millis: performance.now() - began, cpuMillis: (user + system) / 1000 };
}
