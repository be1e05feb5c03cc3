import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** As it came, perhaps compressed. */
  readonly body: Buffer;
}

export interface GraphqlAnswer<Data> {
  /** From the first byte sent to the last byte received, milliseconds. */
  readonly millis: number;
  readonly data: Data;
  readonly bytes: number;
}

/** The gateway as a browser's tab uses it: signed in, connections kept open, answers compressed. */
export interface GraphqlClient {
  /** @throws when the answer has errors, telling their codes. */
  ask<Data>(query: string, variables: object): Promise<GraphqlAnswer<Data>>;
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
  const login = await post(agent, `${signIn.url}/api/auth/login`, { username, password }, {});
  if (login.status !== 200) throw new Error(`Signing in was answered with ${login.status}`);
  const cookie = (login.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; ');
  const url = `${signIn.url}/graphql`;

  return {
    async ask<Data>(query: string, variables: object) {
      const began = performance.now();
      const answer = await post(agent, url, { query, variables }, { cookie });
      const millis = performance.now() - began;
      const { data, errors } = JSON.parse(textOf(answer)) as {
        data: Data;
        errors?: { message: string; extensions?: { code?: string } }[];
      };
      if (answer.status !== 200 || errors) {
        const codes = errors?.map(({ message, extensions }) => extensions?.code ?? message);
        throw new Error(`GraphQL answered ${answer.status} ${codes?.join(', ') ?? ''}`);
      }
      return { millis, data, bytes: answer.body.length };
    },
    close: () => agent.destroy(),
  };
}

const textOf = ({ headers, body }: Answer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');

function post(
  agent: Agent,
  url: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> {
  const text = Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': text.length,
        'accept-encoding': 'gzip',
        ...headers,
      },
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
        }),
      );
    });
    sending.end(text);
  });
}
