import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tracesLink } from './traces';

interface Request {
  readonly url: string;
  readonly init: RequestInit;
}

let requests: Request[];
let answered: HeadersInit;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  answered = {};
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return new Response('{"data":{"day":"2026-04-01"}}', {
      headers: { 'Content-Type': 'application/json', ...answered },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = async () => {
  const gateway = new HttpLink({ uri: '/graphql' });
  const link = ApolloLink.from([tracesLink(), gateway]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  await client.query({ query: gql`query Today { day }` });
  await vi.advanceTimersByTimeAsync(10_000);
};

it('names a trace with each request, and reports nothing where nobody traces', async () => {
  await ask();
  expect(requests).toHaveLength(1);
  expect(new Headers(requests[0]?.init.headers).get('traceparent')).toMatch(
    /^00-[\da-f]{32}-[\da-f]{16}-01$/,
  );
});

it('reports what it waited for where the gateway traces', async () => {
  answered = { traceresponse: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  await ask();
  expect(requests.map(({ url }) => url)).toEqual(['/graphql', '/traces']);
  const [asked, reported] = requests;
  const { spans } = JSON.parse(String(reported?.init.body));
  expect(spans).toEqual([
    expect.objectContaining({ name: 'Today', failed: false, lasted: expect.any(Number) }),
  ]);
  const [, traceId] = (new Headers(asked?.init.headers).get('traceparent') ?? '').split('-');
  expect(spans[0].traceId).toBe(traceId);
});
