import { afterAll, beforeAll } from 'vitest';
import {
  type Call,
  call,
  signIn,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './testGateway.js';

/** A test gateway with its admin signed in: filled before the first test, not while the file is loaded. */
export interface GatewayFixture {
  readonly gateway: TestGateway;
  readonly cookie: string;
}

/** One gateway for all tests of a file, stopped after the last. */
export function gatewayFixture(options: TestGatewayOptions = {}) {
  const fixture = {} as { gateway: TestGateway; cookie: string };
  beforeAll(async () => {
    fixture.gateway = await startTestGateway(options);
    fixture.cookie = await signIn(fixture.gateway.url);
  });
  afterAll(() => fixture.gateway?.stop());
  const send = (method: string, to: string, more: Call = {}) =>
    call(fixture.gateway.url, to, { method, cookie: fixture.cookie, ...more });
  return {
    fixture,
    /** A request by the admin, unless another cookie is named; `to` with its slash. */
    send,
    /** The same, with an operation of GraphQL. */
    ask: (query: string, variables: object = {}, more: Call = {}) =>
      send('POST', '/graphql', { body: { query, variables }, ...more }),
  };
}

export type SignedInCalls = ReturnType<typeof gatewayFixture>;
