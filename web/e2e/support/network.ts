import type { Problem } from '@insuremanager/contracts/problem';
import type { Page, Request, Route } from '@playwright/test';

type Matches = (request: Request) => boolean;

export const toPath =
  (path: string): Matches =>
  (request) =>
    new URL(request.url()).pathname === path;

/** Requests of one GraphQL operation. */
export const ofOperation =
  (name: string): Matches =>
  (request) =>
    toPath('/graphql')(request) && request.postDataJSON()?.operationName === name;

/** The names of the GraphQL operations that the page sends from now on. */
export function operationsSent(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    if (toPath('/graphql')(request)) names.push(request.postDataJSON().operationName);
  });
  return names;
}

/** Sends matching requests through `handle`, all others on their way. Ends by `stop`. */
export async function intercept(
  page: Page,
  matches: Matches,
  handle: (route: Route, nth: number) => Promise<void>,
): Promise<{ count: () => number; stop: () => Promise<void> }> {
  let count = 0;
  const onRoute = async (route: Route) => {
    if (!matches(route.request())) return route.fallback();
    count += 1;
    return handle(route, count);
  };
  await page.route('**/*', onRoute);
  return { count: () => count, stop: () => page.unroute('**/*', onRoute) };
}

/** Holds matching requests back, before they reach the server, until `release`. */
export async function hold(page: Page, matches: Matches) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = await intercept(page, matches, async (route) => {
    await released;
    await route.fallback();
  });
  return { ...held, release };
}

/** Matching requests find no network. */
export const cutOff = (page: Page, matches: Matches) =>
  intercept(page, matches, (route) => route.abort('connectionfailed'));

/** The server carries matching requests out, and their answers are lost on the way. */
export const loseAnswers = (page: Page, matches: Matches) =>
  intercept(page, matches, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });

/**
 * Gives an operation an answer of the test's own: for states of the whole book, such as an empty
 * one, that the records of other tests rule out.
 */
export const answerWith = (page: Page, operation: string, data: (variables: never) => object) =>
  intercept(page, ofOperation(operation), (route) =>
    route.fulfill({ json: { data: data(route.request().postDataJSON().variables as never) } }),
  );

/** The server refuses an operation as `problem` says, without carrying it out. */
export const refuse = (page: Page, operation: string, code: string, problem: Problem) =>
  intercept(page, ofOperation(operation), (route) => {
    const errors = [{ message: problem.error, extensions: { code, problem } }];
    return route.fulfill({ json: { data: null, errors } });
  });

/** The server fails at matching requests without saying why. */
export const breakDown = (page: Page, matches: Matches) =>
  intercept(page, matches, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));

/** What Chromium's console says of requests that a test has cut off. */
export const LOST_CONNECTIONS =
  /net::ERR_(CONNECTION_FAILED|CONNECTION_RESET|INTERNET_DISCONNECTED)/;
