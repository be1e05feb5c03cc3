import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  /** The parsed body; null when it is no JSON. */
  readonly json: unknown;
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The same at each repetition of one command. */
  readonly key?: string;
  /** Sent as JSON; a form as `multipart/form-data`. */
  readonly body?: object;
}

/** Someone who is signed in, through the proxy. */
export interface Client {
  /** One attempt. @throws TypeError when the connection breaks, AbortError after ten seconds. */
  ask(asked: Asked): Promise<Answer>;
  /** As often as it takes, counting failures. @throws at an answer that no repetition changes. */
  insist(asked: Asked): Promise<Answer>;
  /** The same, for what may not be readable yet though it was acknowledged: undefined then. */
  find(path: string): Promise<Answer | undefined>;
  /** Attempts so far that were not answered with success. */
  failures(): number;
}

const ANSWER_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 200;

/** @throws when the sign-in is refused. */
export async function signIn(
  url: string,
  credentials: { username: string; password: string },
): Promise<Client> {
  let cookie = '';
  let failures = 0;

  const send = async (
    { method = 'GET', path, key, body }: Asked,
    signal?: AbortSignal,
  ): Promise<Response> => {
    const isForm = body instanceof FormData;
    return fetch(`${url}${path}`, {
      method,
      headers: {
        cookie,
        ...(key && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal,
    });
  };

  const ask = async (asked: Asked): Promise<Answer> => {
    const timeout = new AbortController();
    const end = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT_MS);
    try {
      const response = await send(asked, timeout.signal);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, bytes, json: parsed(bytes) };
    } finally {
      clearTimeout(end);
    }
  };

  /** The first answer that no repetition changes. */
  const settled = async (asked: Asked): Promise<Answer> => {
    for (;;) {
      const answer = await ask(asked).catch(() => undefined);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      failures += 1;
      await pause(RETRY_PAUSE_MS);
    }
  };

  const insist = async (asked: Asked): Promise<Answer> => {
    const answer = await settled(asked);
    if (answer.status < 300) return answer;
    throw new Error(`${asked.path} was answered with ${answer.status}: ${answer.bytes}`);
  };

  const find = async (path: string): Promise<Answer | undefined> => {
    const answer = await settled({ path });
    if (answer.status === 404) return undefined;
    if (answer.status < 300) return answer;
    throw new Error(`${path} was answered with ${answer.status}: ${answer.bytes}`);
  };

  const login: Asked = { method: 'POST', path: '/api/auth/login', body: credentials };
  const answered = await send(login);
  cookie = answered.headers.get('set-cookie')?.split(';')[0] ?? '';
  if (answered.status !== 200 || !cookie) throw new Error(`No sign-in: ${await answered.text()}`);
  return { ask, insist, find, failures: () => failures };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
