import { expect, it } from 'vitest';
import { createPrometheus } from './prometheus.js';

it('a level that a server does not say any more is left out, not 0', async () => {
  const prometheus = createPrometheus();
  let isAway = false;
  prometheus.watch(async (gauges) => {
    if (isAway) throw new Error('The database is away');
    gauges.set('insuremanager_database_size_bytes', {}, 4096);
  });
  prometheus.watch(async (gauges) => gauges.set('insuremanager_open_streams', {}, 2));
  expect(await prometheus.text()).toMatch(/^insuremanager_database_size_bytes 4096$/m);
  isAway = true;
  const text = await prometheus.text();
  expect(text).not.toContain('insuremanager_database_size_bytes');
  expect(text).toMatch(/^insuremanager_open_streams 2$/m);
});

it('whoever asks while another one reads gets all levels, too', async () => {
  const prometheus = createPrometheus();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let readings = 0;
  prometheus.watch(async (gauges) => gauges.set('insuremanager_open_streams', {}, 2));
  prometheus.watch(async () => {
    readings += 1;
    await answered;
  });
  const texts = [prometheus.text(), prometheus.text()];
  answer();
  for (const text of await Promise.all(texts))
    expect(text).toMatch(/^insuremanager_open_streams 2$/m);
  expect(readings).toBe(1);
});
