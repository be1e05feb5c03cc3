import { ADMIN, OPS_TOKEN } from './installationUnderTest.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body; empty when it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

interface Sending {
  readonly method?: string;
  /** Sent as JSON; a form as `multipart/form-data`. */
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** Milliseconds. */
  readonly patience?: number;
}

/** @throws TimeoutError after the patience; TypeError when the connection breaks. */
export async function send(url: string, options: Sending = {}): Promise<Answer> {
  const { method = 'GET', body, headers, patience = 20_000 } = options;
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes,
    text,
    json: parsed(text),
  };
}

/** Signs the admin in; the cookie to send from then on. */
export async function signIn(url: string): Promise<string> {
  const answer = await send(`${url}/api/auth/login`, { method: 'POST', body: ADMIN });
  const cookie = answer.headers['set-cookie']?.split(';')[0];
  if (answer.status !== 200 || !cookie) throw new Error(`No sign-in: ${answer.text}`);
  return cookie;
}

/** How an installation is, in detail. */
export const healthOf = (url: string): Promise<Answer> =>
  send(`${url}/health/ready`, { headers: { authorization: `Bearer ${OPS_TOKEN}` } });

/** Whether `/health/ready` says yes; no answer is a no. */
export const isReady = (url: string): Promise<boolean> =>
  healthOf(url).then(
    ({ status }) => status === 200,
    () => false,
  );

function parsed(text: string): Answer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
