import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from '../client.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The same at each repetition of one command. */
  readonly key?: string;
  /** Only if it is still the version that the agent saw. */
  readonly version?: number | undefined;
  /** JSON, or a form with a file. */
  readonly body?: object;
}

const RETRY_PAUSE_MS = 150;

interface Signed {
  readonly url: string;
  readonly cookie: string;
  /** An answer later than this counts as none, milliseconds. */
  readonly timeout?: number;
}

/** Whether an answer, though no success, settles a request. */
type Settles = (answer: Answer) => boolean;

const never: Settles = () => false;

export function openSender({ url, cookie, timeout = 20_000 }: Signed) {
  const troubles = new Map<string, number>();
  let silent = 0;
  let isAbandoned = false;

  const count = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);

  const ask = async ({ method, path, key, version, body }: ApiRequest) => {
    const headers = {
      cookie,
      ...(key && { 'idempotency-key': key }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    };
    try {
      return await send(`${url}${path}`, { method, body, timeout, headers });
    } catch (error) {
      count(`${method} ${(error as Error).name === 'TimeoutError' ? 'no answer' : 'broken'}`);
      return undefined;
    }
  };

  /** An answer that settles the request; undefined when it is to be sent again. */
  const attempt = async (request: ApiRequest, settles = never): Promise<Answer | undefined> => {
    const answer = await ask(request);
    if (!answer || answer.status < 300 || settles(answer)) return answer;
    const { method, path, key = path } = request;
    count(`${method} ${answer.status}`);
    if (answer.status === 503 && !answer.headers['retry-after']) silent += 1;
    if (answer.status >= 500 || answer.status === 429) return undefined;
    throw new Error(`${key} was refused: ${answer.status} ${answer.text}`);
  };

  const settled = async (request: ApiRequest, settles?: Settles): Promise<Answer> => {
    while (!isAbandoned) {
      const answer = await attempt(request, settles);
      if (answer) return answer;
      await pause(RETRY_PAUSE_MS);
    }
    throw new Error(`${request.key ?? request.path} was abandoned.`);
  };

  const unless = async (request: ApiRequest, settles: Settles) => {
    const answer = await settled(request, settles);
    return answer.status < 300 ? answer : undefined;
  };

  return {
    /** The answer of success, however often it takes to get it. @throws when it is refused. */
    acknowledged: (request: ApiRequest) => settled(request),
    /** The same, where another agent may have been quicker: then it is undefined. */
    unlessLost: (request: ApiRequest, lostWith: string) =>
      unless(request, ({ status, json }) => status === 409 && json.code === lostWith),
    /** The same, of what may not be readable yet though it was acknowledged: undefined then. */
    found: (path: string) => unless({ method: 'GET', path }, ({ status }) => status === 404),
    /** The answer of success to one attempt; undefined when nobody knows what became of it. */
    triedOnce: (request: ApiRequest) => attempt(request),
    /** Lists are read all the while; an outage may be answered, a defect may not. */
    async read(path: string) {
      const answer = await ask({ method: 'GET', path });
      if (answer && answer.status !== 200) count(`GET ${answer.status}`);
    },
    /** Answers other than success, as `POST 503`; broken connections as `POST broken`. */
    troubles,
    /** All of them together. */
    failures: () => [...troubles.values()].reduce((all, times) => all + times, 0),
    /** 503s that did not say when to come back. */
    silentRefusals: () => silent,
    /** Ends every request at once. */
    abandon() {
      isAbandoned = true;
    },
  };
}

/** How agents get done what they want while servers come and go. */
export type Sender = ReturnType<typeof openSender>;
