import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { type Figure, figuresOf, timingsOf } from './figures.js';

const KNOWN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const executablePath =
  process.env.CHROMIUM ?? KNOWN.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/** Loads of each page, each by a browser that has nothing of it yet. */
const LOADS = 5;
/** 1.6 and 0.75 Mbit/s in bytes a second; milliseconds there and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** So many times slower than this machine's processor. */
const SLOWER = 4;

/** Runs in the page before anything else: writes down what its load is judged by. */
const OBSERVE = `
  window.seen = { paint: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

interface Load {
  /** Milliseconds until the largest part of the first screen was painted. */
  readonly paint: number;
  /** How much moved that was there already; 0 is nothing. */
  readonly shift: number;
  /** Bytes of JavaScript over the wire, with headers. */
  readonly scripts: number;
}

/** What a visitor and an agent who signs in wait for, with a poor telephone on a poor network. */
export async function measurePages(url: string): Promise<Figure[]> {
  if (!executablePath) throw new Error('There is no Chromium. Install it, or name it in CHROMIUM.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const figure = figuresOf('l');
    const pages = [
      { name: 'public page', path: '/', most: { atMost: 40 } },
      { name: 'login', path: '/login', most: { atMost: 100 } },
    ];
    const figures: Figure[] = [];
    for (const { name, path, most } of pages) {
      const loads: Load[] = [];
      while (loads.length < LOADS) loads.push(await load(browser, `${url}${path}`));
      const { p50, max } = timingsOf(loads.map(({ paint }) => paint));
      const shift = Math.max(...loads.map(({ shift }) => shift));
      const scripts = Math.max(...loads.map(({ scripts }) => scripts)) / 1000;
      figures.push(
        figure(`${name}, largest paint, median of ${LOADS}`, p50, 'ms', { atMost: 1500 }),
        figure(`${name}, largest paint, slowest`, max, 'ms'),
        figure(`${name}, layout shift`, shift, '', { atMost: 0 }),
        figure(`${name}, JavaScript over the wire`, scripts, 'kB', most),
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(OBSERVE);
    const answer = await page.goto(url, { waitUntil: 'networkidle' });
    if (!answer?.ok()) throw new Error(`${url} was answered with ${answer?.status()}`);
    const { paint, shift } = await page.evaluate<Omit<Load, 'scripts'>>('seen');
    return { paint, shift, scripts: await page.evaluate<number>(SCRIPTS) };
  } finally {
    await context.close();
  }
}
