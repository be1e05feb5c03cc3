import type { Role } from '@insuremanager/contracts/identity/permissions';
import { afterAll, beforeAll } from 'vitest';
import { signInEachRole } from './roles.js';
import {
  type Answer,
  type Call,
  call,
  signIn,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from './testGateway.js';

interface GatewayFixture {
  readonly gateway: TestGateway;
  /** Of the admin; a test that lets their session end signs in anew. */
  cookie: string;
}

const idOf = ({ status, text, json }: Answer): number => {
  if (status > 299) throw new Error(text);
  return Number(json.id);
};

/** One gateway for all tests of a file: filled before the first, stopped after the last. */
export function oneGateway(options: TestGatewayOptions = {}): TestGateway {
  const gateway = {} as TestGateway;
  beforeAll(async () => {
    Object.assign(gateway, await startTestGateway(options));
  });
  afterAll(() => gateway.stop?.());
  return gateway;
}

/** The same with its admin signed in. */
export function gatewayFixture(options: TestGatewayOptions = {}) {
  const gateway = oneGateway(options);
  const fixture = { gateway } as GatewayFixture;
  beforeAll(async () => {
    fixture.cookie = await signIn(gateway.url);
  });
  const send = (method: string, to: string, more: Call = {}) =>
    call(gateway.url, to, { method, cookie: fixture.cookie, ...more });
  return {
    fixture,
    gateway,
    /** A request by the admin, unless another cookie is named; `to` with its slash. */
    send,
    /** The same, with an operation of GraphQL. */
    ask: (query: string, variables: object = {}, more: Call = {}) =>
      send('POST', '/graphql', { body: { query, variables }, ...more }),
    /** Adds a record by REST; its id. */
    add: async (to: string, body: object) => idOf(await send('POST', to, { body })),
  };
}

/** One gateway with a user of each role; `send` is a request by one of them. */
export function rolesFixture(options: TestGatewayOptions = {}) {
  const gateway = oneGateway(options);
  const cookies = {} as Record<Role, string>;
  beforeAll(async () => {
    Object.assign(cookies, await signInEachRole(gateway));
  });
  const send = (role: Role, method: string, to: string, body?: object) =>
    call(gateway.url, to, { method, cookie: cookies[role], body });
  return {
    gateway,
    cookies,
    send,
    /** Adds a record by REST; its id. */
    add: async (role: Role, to: string, body: object) => idOf(await send(role, 'POST', to, body)),
  };
}

export type SignedInCalls = ReturnType<typeof gatewayFixture>;
