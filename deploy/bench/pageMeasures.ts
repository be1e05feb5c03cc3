import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Aim, type Figure, figuresOf, timingsOf } from '../harness/figures.js';
import type { Bench } from './part.js';

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

const PUBLIC = [
  { name: 'public page', path: '/', scripts: { atMost: 40 } },
  { name: 'login', path: '/login', scripts: { atMost: 100 } },
];
const LISTS = [
  { name: 'customers', path: '/customers' },
  { name: 'health policies', path: '/health-insurance' },
  { name: 'vehicle policies', path: '/vehicle-insurance' },
  { name: 'documents', path: '/documents' },
  { name: 'quotations', path: '/quotations' },
  { name: 'reminders', path: '/reminders' },
];
/** The first row of a list, or that it has none. */
const ROWS = '.record-row, .list-state';
/** What is pressed on the list of customers, which has rows on this stage. */
const PRESSED = '/customers';

/**
 * Runs in the page before anything else: writes down what its load and its answers to keys and
 * clicks are judged by. `idle` pieces of work stay undone while `holdsIdle`, so that bytes are those
 * of the first screen alone. There is no stream of changes: it never ends, and the network would
 * never be quiet.
 */
const OBSERVE = (holdsIdle: boolean) => `
  window.seen = { paint: 0, shift: 0, shell: 0, rows: 0, presses: {} };
  if (${holdsIdle}) window.requestIdleCallback = () => 0;
  const { fetch } = window;
  window.fetch = (input, init) =>
    input === '/graphql/stream' ? new Promise(() => {}) : fetch(input, init);
  const observe = (type, see, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see))
      .observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime; });
  observe('layout-shift', ({ value }) => { seen.shift += value; });
  observe('event', ({ name, duration }) => {
    seen.presses[name] = Math.max(seen.presses[name] ?? 0, duration);
  }, { durationThreshold: 16 });
  const note = (name, selector) => {
    if (seen[name] > 0 || document.querySelector(selector) === null) return;
    seen[name] = -1;
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => { seen[name] = performance.now(); }));
  };
  new MutationObserver(() => {
    note('shell', '.shell');
    note('rows', '${ROWS}');
  }).observe(document, { childList: true, subtree: true });
`;
const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`;

/** What was seen of one load, in milliseconds, but for `shift` and `scripts`. */
interface Load {
  /** Until the largest part of the first screen was painted. */
  readonly paint: number;
  /** How much moved that was there already; 0 is nothing. */
  readonly shift: number;
  /** Until the frame of the client was painted, and the first row of its list. */
  readonly shell: number;
  readonly rows: number;
  /** Bytes of JavaScript over the wire, with headers. */
  readonly scripts: number;
}

interface Opened {
  readonly browser: Browser;
  readonly url: string;
  /** Of a session; nobody is signed in without it. */
  readonly cookie?: string;
  /** Of the window, in pixels. */
  readonly width: number;
}

/** What a visitor and an agent wait for, with a poor telephone or computer on a poor network. */
export async function measurePages({ client }: Bench): Promise<Figure[]> {
  if (!executablePath) throw new Error('There is no Chromium. Install it, or name it in CHROMIUM.');
  const { url, cookie } = await client();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const visitor = { browser, url, width: 390 };
    const agent = { browser, url, cookie, width: 1440 };
    const lists = await listFigures(agent);
    return [...(await publicFigures(visitor)), ...lists, ...(await pressFigures(agent))];
  } finally {
    await browser.close();
  }
}

const figure = figuresOf('web');

async function publicFigures(visitor: Opened): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, scripts } of PUBLIC) {
    const loads = await several(() => load(visitor, path));
    const shift = Math.max(...loads.map(({ shift }) => shift));
    figures.push(
      ...times(`${name}, largest paint`, loads, ({ paint }) => paint, { atMost: 1500 }),
      figure(`${name}, layout shift`, shift, '', { atMost: 0 }),
      scriptFigure(name, loads, scripts),
    );
  }
  return figures;
}

async function listFigures(agent: Opened): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path } of LISTS) {
    const loads = await several(() => load(agent, path));
    figures.push(
      ...times(`${name}, shell`, loads, ({ shell }) => shell, { atMost: 3000 }),
      ...times(`${name}, first rows`, loads, ({ rows }) => rows, { atMost: 4000 }),
      scriptFigure(name, loads, { atMost: 260 }),
    );
  }
  return figures;
}

/** From the press of a key or a button of the mouse until its effect is painted. */
async function pressFigures(agent: Opened): Promise<Figure[]> {
  const presses = await several(() =>
    onSlowPage(agent, { path: PRESSED, isIdle: true }, async (page) => {
      await page.getByRole('searchbox').first().pressSequentially('lakshmi', { delay: 150 });
      const typing = await pressed(page, ['keydown', 'keypress', 'input', 'keyup']);
      await page.getByRole('searchbox').first().fill('');
      await page.locator('.record-row').nth(2).click();
      await page.getByRole('dialog').waitFor();
      return { typing, click: await pressed(page, ['pointerdown', 'pointerup', 'click']) };
    }),
  );
  const most = { atMost: 200 };
  return [
    ...times('customers, key in the search', presses, ({ typing }) => typing, most),
    ...times('customers, click on a row', presses, ({ click }) => click, most),
  ];
}

/** The longest of these events since the last look, once its effect was painted; milliseconds. */
const pressed = (page: Page, names: readonly string[]): Promise<number> =>
  // Entries of events come after the frame that they led to, when there is nothing else to do.
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      resolve(Math.max(...${JSON.stringify(names)}.map((name) => seen.presses[name] ?? 0)));
      seen.presses = {};
    };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(look, 500)));
  })`);

const scriptFigure = (name: string, loads: readonly Load[], aim: Aim): Figure => {
  const kilobytes = Math.max(...loads.map(({ scripts }) => scripts)) / 1000;
  return figure(`${name}, JavaScript over the wire`, kilobytes, 'kB', aim);
};

const times = <Measured>(
  what: string,
  measured: readonly Measured[],
  of: (one: Measured) => number,
  aim: Aim,
): Figure[] => {
  const { p50, max } = timingsOf(measured.map(of));
  return [
    figure(`${what}, median of ${measured.length}`, p50, 'ms', aim),
    figure(`${what}, slowest`, max, 'ms'),
  ];
};

async function several<Result>(work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < LOADS) results.push(await work());
  return results;
}

/** @param page whether what is left for when the browser is idle is done on it. */
async function onSlowPage<Result>(
  { browser, url, cookie, width }: Opened,
  { path, isIdle = false }: { path: string; isIdle?: boolean },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  try {
    for (const pair of cookie?.split('; ') ?? []) {
      const [name = '', value = ''] = pair.split('=', 2);
      await context.addCookies([{ name, value, url: new URL(url).origin }]);
    }
    await context.addInitScript(OBSERVE(!isIdle));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const answer = await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    if (!answer?.ok()) throw new Error(`${path} was answered with ${answer?.status()}`);
    return await work(page);
  } finally {
    await context.close();
  }
}

const load = (opened: Opened, path: string): Promise<Load> =>
  onSlowPage(opened, { path }, async (page) => {
    // The network may rest while the processor does not.
    if (opened.cookie) await page.locator(ROWS).first().waitFor();
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate<Omit<Load, 'scripts'>>('seen');
    return { ...seen, scripts: await page.evaluate<number>(SCRIPTS) };
  });
