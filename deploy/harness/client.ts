/** Whoever uses the product over HTTP: one request, a sign-in, and a signed-in user. */
import { createHash } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Whom an installation begins with. */
export const ADMIN: Credentials = { username: 'admin', password: 'correct horse battery' };

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, perhaps compressed. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; empty when it is no JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  /** From the first byte sent to the last byte received, milliseconds. */
  readonly millis: number;
}

export interface Sending {
  readonly method?: string;
  /** Sent as JSON; a form as `multipart/form-data`; a text or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; Infinity: as long as it takes. */
  readonly timeout?: number;
  /** Of connections that are kept; without it, one of its own. */
  readonly agent?: Agent;
  /** The loopback address to call from. */
  readonly from?: string | undefined;
}

/** As long as a person would wait. */
const TIMEOUT_MS = 20_000;

/**
 * One request, with nothing added that it does not name but what its body is.
 * @throws TimeoutError after the timeout; an Error with a code when the connection breaks.
 */
export async function send(url: string | URL, sending: Sending = {}): Promise<Answer> {
  const { method = 'GET', timeout = TIMEOUT_MS, agent = false, from } = sending;
  const { bytes, headers } = await encoded(sending.body);
  const signal = Number.isFinite(timeout) ? AbortSignal.timeout(timeout) : undefined;
  const to = new URL(url);
  const request = to.protocol === 'https:' ? tlsRequest : plainRequest;
  const options = {
    ...{ method, agent, localAddress: from, signal },
    headers: { ...headers, ...sending.headers },
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const broken = (error: Error) => reject(signal?.aborted ? signal.reason : error);
    const asking = request(to, options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', broken);
      response.on('end', () => {
        const millis = performance.now() - began;
        const { statusCode: status = 0, headers } = response;
        resolve(answerOf({ status, headers, bytes: Buffer.concat(pieces), millis }));
      });
    });
    asking.on('error', broken).end(bytes);
  });
}

async function encoded(body: unknown) {
  if (body === undefined) return { bytes: undefined, headers: {} };
  const typed = (bytes: Buffer, type?: string | null) => ({
    bytes,
    headers: { ...(type && { 'content-type': type }), 'content-length': String(bytes.length) },
  });
  if (typeof body === 'string') return typed(Buffer.from(body));
  if (Buffer.isBuffer(body)) return typed(body);
  if (!(body instanceof FormData)) {
    return typed(Buffer.from(JSON.stringify(body)), 'application/json');
  }
  const form = new Response(body);
  return typed(Buffer.from(await form.arrayBuffer()), form.headers.get('content-type'));
}

/** Read when it is asked for: bytes may be many. */
const answerOf = (got: Omit<Answer, 'text' | 'json'>): Answer => ({
  ...got,
  get text() {
    const { headers, bytes } = got;
    return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
  },
  get json() {
    try {
      return JSON.parse(this.text);
    } catch {
      return {};
    }
  },
});

/** Signs in; the cookie to send from then on. @throws when it is refused. */
export async function signIn(
  url: string,
  { username, password }: Credentials = ADMIN,
  from?: string,
): Promise<string> {
  const body = { username, password };
  const answer = await send(new URL('/api/auth/login', url), { method: 'POST', body, from });
  const cookies = (answer.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]);
  if (answer.status !== 200 || cookies.length === 0) throw new Error(`No sign-in: ${answer.text}`);
  return cookies.join('; ');
}

/** What a file is known by, in hexadecimal digits. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What the form of an upload sends. */
export function uploadForm(
  customerId: number,
  file: Buffer,
  { fileName = 'scan.pdf', documentType = 'kyc', isFileFirst = false } = {},
): FormData {
  const form = new FormData();
  if (isFileFirst) form.set('file', new Blob([file]), fileName);
  form.set('customerId', String(customerId));
  form.set('documentType', documentType);
  if (!isFileFirst) form.set('file', new Blob([file]), fileName);
  return form;
}

/** @param connections most at once */
export async function signedInClient(
  url: string,
  { connections, ...credentials }: Credentials & { connections: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const cookie = await signIn(url, credentials);
  const endless = { agent, timeout: Number.POSITIVE_INFINITY };

  return {
    /** Of the gateway. */
    url,
    /** The session, as the header of a request. */
    cookie,

    /** @throws when the answer has errors, naming their codes. */
    async ask<Data>(query: string, variables: object) {
      const answer = await send(`${url}/graphql`, {
        ...{ ...endless, method: 'POST', body: { query, variables } },
        headers: { 'accept-encoding': 'gzip', cookie },
      });
      const { data, errors } = answer.json as {
        data: Data;
        errors?: { message: string; extensions?: { code?: string } }[];
      };
      if (answer.status !== 200 || errors) {
        const codes = errors?.map(({ message, extensions }) => extensions?.code ?? message);
        throw new Error(`GraphQL answered ${answer.status} ${codes?.join(', ') ?? ''}`);
      }
      return { data, millis: answer.millis };
    },

    /** A request by REST. @throws when the answer is another than the one expected. */
    async send(path: string, expected: number, sending: Sending = {}) {
      const headers = { ...sending.headers, cookie };
      const answer = await send(`${url}${path}`, { ...endless, ...sending, headers });
      if (answer.status === expected) return answer;
      throw new Error(`${sending.method ?? 'GET'} ${path}: ${answer.status} ${answer.text}`);
    },

    /**
     * Opens a stream on a connection of its own; resolves once the first of it has arrived. The
     * function it resolves with closes it.
     */
    stream: (query: string, onText: (text: string) => void) =>
      new Promise<() => void>((resolve, reject) => {
        const headers = { accept: 'text/event-stream', 'content-type': 'application/json', cookie };
        const options = { agent: false, method: 'POST', headers } as const;
        const asking = plainRequest(`${url}/graphql/stream`, options, (response) => {
          const { statusCode } = response;
          if (statusCode !== 200) reject(new Error(`A stream was answered with ${statusCode}`));
          response.setEncoding('utf8');
          response.once('data', () => resolve(() => void asking.destroy()));
          response.on('data', onText).on('error', () => undefined);
        });
        asking.on('error', reject).end(JSON.stringify({ query }));
      }),

    close: () => agent.destroy(),
  };
}

/** The gateway as a browser's tab uses it: signed in, connections reused, answers compressed. */
export type Client = Awaited<ReturnType<typeof signedInClient>>;
