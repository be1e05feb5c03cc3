import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** As it came, perhaps compressed. */
  readonly body: Buffer;
  /** From the first byte sent to the last byte received, milliseconds. */
  readonly millis: number;
}

interface RestRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent one after another. */
  readonly body?: readonly Buffer[];
  readonly expected: number;
}

/** The gateway as a browser's tab uses it: signed in, connections reused, answers compressed. */
export interface GraphqlClient {
  /** Of the gateway. */
  readonly url: string;
  /** The session, as the header of a request. */
  readonly cookie: string;
  /** @throws when the answer has errors, naming their codes. */
  ask<Data>(query: string, variables: object): Promise<{ data: Data; millis: number }>;
  /** A request by REST. @throws when the answer is another than the one expected. */
  send(request: RestRequest): Promise<Answer>;
  /**
   * Opens a stream on a connection of its own; resolves once the first of it has arrived. The
   * function it resolves with closes it.
   */
  stream(query: string, onText: (text: string) => void): Promise<() => void>;
  close(): void;
}

interface SignIn {
  url: string;
  username: string;
  password: string;
  /** Most connections at once. */
  connections: number;
}

export async function signedInClient(signIn: SignIn): Promise<GraphqlClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: signIn.connections });
  const { username, password } = signIn;
  const credentials = Buffer.from(JSON.stringify({ username, password }));
  const login = await sent(agent, `${signIn.url}/api/auth/login`, [credentials], JSON_HEADERS);
  if (login.status !== 200) throw new Error(`Signing in was answered with ${login.status}`);
  const cookie = (login.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ');
  const url = `${signIn.url}/graphql`;

  return {
    url: signIn.url,
    cookie,

    async ask<Data>(query: string, variables: object) {
      const question = Buffer.from(JSON.stringify({ query, variables }));
      const answer = await sent(agent, url, [question], { ...JSON_HEADERS, cookie });
      const { data, errors } = JSON.parse(textOf(answer)) as {
        data: Data;
        errors?: { message: string; extensions?: { code?: string } }[];
      };
      if (answer.status !== 200 || errors) {
        const codes = errors?.map(({ message, extensions }) => extensions?.code ?? message);
        throw new Error(`GraphQL answered ${answer.status} ${codes?.join(', ') ?? ''}`);
      }
      return { data, millis: answer.millis };
    },

    async send({ path, method = 'GET', headers = {}, body = [], expected }) {
      const all = { ...headers, cookie };
      const answer = await sent(agent, `${signIn.url}${path}`, body, all, method);
      if (answer.status !== expected) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${textOf(answer)}`);
      }
      return answer;
    },

    stream: (query, onText) =>
      new Promise((resolve, reject) => {
        const body = Buffer.from(JSON.stringify({ query }));
        const asking = request(`${url}/stream`, {
          agent: false,
          method: 'POST',
          headers: {
            accept: 'text/event-stream',
            'content-type': 'application/json',
            'content-length': body.length,
            cookie,
          },
        });
        asking.on('error', reject);
        asking.on('response', (response) => {
          if (response.statusCode !== 200) {
            reject(new Error(`A stream was answered with ${response.statusCode}`));
          }
          response.setEncoding('utf8');
          response.once('data', () => resolve(() => void asking.destroy()));
          response.on('data', onText).on('error', () => undefined);
        });
        asking.end(body);
      }),

    close: () => agent.destroy(),
  };
}

const JSON_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };

const textOf = ({ headers, body }: Answer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');

function sent(
  agent: Agent,
  url: string,
  body: readonly Buffer[],
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<Answer> {
  const began = performance.now();
  const length = body.reduce((sum, { length }) => sum + length, 0);
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'content-length': length }) },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          millis: performance.now() - began,
        }),
      );
    });
    for (const piece of body) sending.write(piece);
    sending.end();
  });
}
