import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';

export { expect };

/**
 * Marks what counts or lists all records that there are, or adds hundreds: it runs by itself, once
 * all others have ended. Every other test shares the product with one that adds, changes and
 * deletes records meanwhile, and looks at its own only.
 */
export const WHOLE_BOOK = '@whole-book';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** For specs that begin at the login screen: `test.use({ storageState: SIGNED_OUT })`. */
export const SIGNED_OUT: State = { cookies: [], origins: [] };

/** Asking who is signed in is how the product finds out that nobody is. */
const NOBODY_SIGNED_IN = /the server responded with a status of 401 .*\/api\/auth\/me$/s;

/** Runs in the page: a stream that is asked for never comes. */
function withoutStreams(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    input === '/graphql/stream' ? new Promise(() => {}) : fetch(input, init);
}

/** Runs in the page: notifications stay, as somebody points at each who never lets go of it. */
function withLastingToasts(): void {
  const point = () => {
    for (const toast of document.querySelectorAll('.toast:not([data-pointed])')) {
      toast.setAttribute('data-pointed', '');
      toast.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
  };
  new MutationObserver(point).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: its browser says that somebody saves data. */
function withSavedData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
}

/** Runs in the page: its browser has seen the first steps done, and does not ask for them. A sandboxed document has no storage. */
function withoutFirstSteps(): void {
  if (window.origin.startsWith('http')) localStorage.setItem('first-steps', 'done');
}

/** Without what its address asks for, which may tell of persons. */
const nameOf = (request: Request): string =>
  `${request.method()} ${new URL(request.url()).pathname}`;

const LINES_OF_A_PAGE = 40;

/** What each page showed where a test has failed: its path, its notifications and dialogs, its content. */
async function pagesOf(context: BrowserContext): Promise<string[]> {
  const shown = context.pages().map(async (page) => {
    const above = await page.locator('.toast, [role=dialog]').all();
    const parts = [...above, page.getByRole('main')];
    const texts = parts.map((part) => part.ariaSnapshot({ timeout: 2000 }).catch(() => ''));
    const lines = (await Promise.all(texts)).join('\n').split('\n');
    return [new URL(page.url()).pathname, ...lines.slice(0, LINES_OF_A_PAGE)].join('\n');
  });
  return Promise.all(shown);
}

export interface Fixtures {
  /** What the browser's console may say as an error in this test, besides 401 of `/me`. */
  expectedErrors: RegExp | null;
  /**
   * Whether changes of others appear by themselves. Without it a page is told of none, so that
   * what other tests do meanwhile asks for nothing in it.
   */
  isLive: boolean;
  /**
   * Whether notifications go by themselves. Without it they stay, however long it takes to look at
   * them: five seconds are soon over on a slow machine.
   */
  areToastsTimed: boolean;
  /** Whether the dashboard greets an admin with the first steps, which move what lies below them. */
  hasFirstSteps: boolean;
  /**
   * Whether the code of dialogs, drawers and menus comes while the browser is idle. Without it, it
   * comes when it is asked for: five of six requests of a page are for what a test never opens.
   */
  fetchesAhead: boolean;
  ahead: undefined;
  streams: undefined;
  toasts: undefined;
  firstSteps: undefined;
  slowdown: undefined;
  cleanConsole: undefined;
}

/** Every test begins signed in, and fails on any error in the browser's console. */
export const test = base.extend<Fixtures, { signedIn: State }>({
  signedIn: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_URL });
      const answer = await request.post('/api/auth/login', { data: admin });
      expect(answer.status()).toBe(200);
      await use(await request.storageState());
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  actionTimeout: 60_000,
  expectedErrors: [null, { option: true }],
  isLive: [false, { option: true }],
  streams: [
    async ({ context, isLive }, use) => {
      if (!isLive) await context.addInitScript(withoutStreams);
      await use(undefined);
    },
    { auto: true },
  ],
  areToastsTimed: [false, { option: true }],
  toasts: [
    async ({ context, areToastsTimed }, use) => {
      if (!areToastsTimed) await context.addInitScript(withLastingToasts);
      await use(undefined);
    },
    { auto: true },
  ],
  fetchesAhead: [false, { option: true }],
  ahead: [
    async ({ context, fetchesAhead }, use) => {
      if (!fetchesAhead) await context.addInitScript(withSavedData);
      await use(undefined);
    },
    { auto: true },
  ],
  hasFirstSteps: [false, { option: true }],
  firstSteps: [
    async ({ context, hasFirstSteps }, use) => {
      if (!hasFirstSteps) await context.addInitScript(withoutFirstSteps);
      await use(undefined);
    },
    { auto: true },
  ],
  slowdown: [
    async ({ context }, use) => {
      const rate = Number(process.env.E2E_SLOWDOWN ?? 1);
      // Of a page that has gone again, nobody is asked.
      const slow = async (page: Page) =>
        (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate });
      if (rate > 1) context.on('page', (page) => void slow(page).catch(() => undefined));
      await use(undefined);
    },
    { auto: true },
  ],
  cleanConsole: [
    async ({ context, expectedErrors }, use, info) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      const asked = new Set<Request>();
      context.on('request', (request) => asked.add(request));
      context.on('requestfinished', (request) => asked.delete(request));
      context.on('requestfailed', (request) => asked.delete(request));
      context.on('weberror', (error) => errors.push(String(error.error().stack)));
      await use(undefined);
      const isExpected = (text: string) =>
        NOBODY_SIGNED_IN.test(text) || expectedErrors?.test(text);
      const unexpected = errors.filter((text) => !isExpected(text));
      if (info.status === info.expectedStatus) return expect(unexpected).toEqual([]);
      const unanswered = [...asked].map((request) => `Not answered: ${nameOf(request)}`);
      throw new Error([...errors, ...unanswered, ...(await pagesOf(context))].join('\n'));
    },
    { auto: true },
  ],
});

/**
 * `test`, for tests that only a run with the exhaustive tests of their file takes.
 * @param moduleUrl the spec's own `import.meta.url`
 */
export const exhaustively = <Test extends { readonly skip: unknown }>(
  test: Test,
  moduleUrl: string,
): Test => (isExhaustive(moduleUrl) ? test : (test.skip as Test));
