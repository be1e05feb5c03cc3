import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type ProcessUnderTest } from './rolesUnderTest.js';

interface Upstream {
  readonly gateway: ProcessUnderTest;
  isReady: boolean;
  sent: number;
  underWay: number;
}

const LOOK_MS = 200;

export async function startReadyProxy() {
  const upstreams: Upstream[] = [];
  const stopping = new AbortController();
  let next = 0;

  const look = async (upstream: Upstream): Promise<void> => {
    while (!stopping.signal.aborted) {
      upstream.isReady = await upstream.gateway.isReady();
      await pause(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const server = createServer((asked, answer) => {
    const ready = upstreams.filter(({ isReady }) => isReady);
    next += 1;
    const upstream = ready[next % ready.length];
    if (!upstream) {
      answer.writeHead(502).end();
      return;
    }
    upstream.sent += 1;
    upstream.underWay += 1;
    answer.once('close', () => {
      upstream.underWay -= 1;
    });
    const { method, headers, url = '/' } = asked;
    const passing = request(new URL(url, upstream.gateway.url), { method, headers, agent: false });
    passing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passing.on('error', (error) => answer.writeHead(502).end(error.message));
    asked.pipe(passing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const of = (gateway: ProcessUnderTest): Upstream => {
    const upstream = upstreams.find((one) => one.gateway === gateway);
    if (!upstream) throw new Error(`${gateway.name} was not added`);
    return upstream;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(gateway: ProcessUnderTest) {
      const upstream = { gateway, isReady: false, sent: 0, underWay: 0 };
      upstreams.push(upstream);
      void look(upstream);
    },
    /** How many requests each gateway has been sent. */
    sent: (gateway: ProcessUnderTest) => of(gateway).sent,
    /** Resolves once requests go to it. */
    chosen: (gateway: ProcessUnderTest) =>
      eventually(() => of(gateway).sent > 0, `requests to ${gateway.name}`),
    /** Resolves once none goes to it any more, and none is under way there. */
    left: (gateway: ProcessUnderTest) =>
      eventually(() => {
        const { isReady, underWay } = of(gateway);
        return !isReady && underWay === 0;
      }, `the last answer of ${gateway.name}`),
    async stop() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As little of a proxy as respects readiness: each request goes to the next gateway that is ready. */
export type ReadyProxy = Awaited<ReturnType<typeof startReadyProxy>>;
