import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from './http.js';

export interface ApiRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key: string;
  /** Only if it is still the version that the agent saw. */
  readonly version?: number | undefined;
  /** JSON, or a form with a file. */
  readonly body?: object;
}

/**
 * What a command is called, and the premium that it writes, so that each record shows who wrote it
 * last.
 */
export interface Step {
  readonly key: string;
  readonly premium: string;
}

/** How agents send what they want done. */
export interface Sender {
  /** The answer of success, however often it takes to get it. @throws when it is refused. */
  acknowledged(request: ApiRequest): Promise<Answer>;
  /** The same, where another agent may have been quicker: then it is undefined. */
  unlessLost(request: ApiRequest, lostWith: string): Promise<Answer | undefined>;
  /** The answer of success to one attempt; undefined when nobody knows what became of it. */
  triedOnce(request: ApiRequest): Promise<Answer | undefined>;
  /** Lists are read all the while; an outage may be answered, a defect may not. */
  read(path: string): Promise<void>;
  /** Answers other than success, as `POST 503`; broken connections as `POST broken`. */
  readonly troubles: ReadonlyMap<string, number>;
  /** 503s that did not say when to come back. */
  silentRefusals(): number;
  /** Ends every request at once. */
  abandon(): void;
}

/** As long as a person would wait; an answer later than this counts as none. */
const ANSWER_PATIENCE_MS = 20_000;
const RETRY_PAUSE_MS = 150;

export function openSender({ url, cookie }: { url: string; cookie: string }): Sender {
  const troubles = new Map<string, number>();
  let silent = 0;
  let isAbandoned = false;

  const count = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);

  const ask = async (
    method: string,
    path: string,
    { key, version, body }: Partial<ApiRequest> = {},
  ): Promise<Answer | undefined> => {
    try {
      return await send(`${url}${path}`, {
        method,
        body,
        patience: ANSWER_PATIENCE_MS,
        headers: {
          cookie,
          ...(key && { 'idempotency-key': key }),
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
      });
    } catch (error) {
      count(`${method} ${(error as Error).name === 'TimeoutError' ? 'no answer' : 'broken'}`);
      return undefined;
    }
  };

  /** An answer that settles the request; undefined when it is to be sent again. */
  const attempt = async (request: ApiRequest, lostWith?: string): Promise<Answer | undefined> => {
    const answer = await ask(request.method, request.path, request);
    if (!answer || answer.status < 300) return answer;
    if (answer.status === 409 && answer.json.code === lostWith) return answer;
    count(`${request.method} ${answer.status}`);
    if (answer.status === 503 && !answer.headers['retry-after']) silent += 1;
    if (answer.status < 500) throw new Error(`${request.key} was refused: ${answer.text}`);
    return undefined;
  };

  const settled = async (request: ApiRequest, lostWith?: string): Promise<Answer> => {
    while (!isAbandoned) {
      const answer = await attempt(request, lostWith);
      if (answer) return answer;
      await pause(RETRY_PAUSE_MS);
    }
    throw new Error(`${request.key} was abandoned.`);
  };

  return {
    acknowledged: (request) => settled(request),
    async unlessLost(request, lostWith) {
      const answer = await settled(request, lostWith);
      return answer.status < 300 ? answer : undefined;
    },
    triedOnce: (request) => attempt(request),
    async read(path) {
      const answer = await ask('GET', path);
      if (answer && answer.status !== 200) count(`GET ${answer.status}`);
    },
    troubles,
    silentRefusals: () => silent,
    abandon() {
      isAbandoned = true;
    },
  };
}

export interface Won {
  /** Of the command that was carried out. */
  readonly key: string;
  readonly answer: Answer;
}

interface Colleague {
  readonly body: object;
  /** The code with which the slower one is refused. */
  readonly lostWith: string;
}

/**
 * Two agents want what only one can have. Neither rests on a version: they would lose by it, and
 * not by being late. @throws when both get it, or neither.
 */
export async function race(
  { sender, book }: { sender: Sender; book: { races: number } },
  { version: _, ...request }: ApiRequest,
  { body, lostWith }: Colleague,
): Promise<Won> {
  const requests = [request, { ...request, key: `${request.key}, a colleague`, body }];
  const answers = await Promise.all(
    requests.map(async (each) => {
      const answer = await sender.unlessLost(each, lostWith);
      return answer ? [{ key: each.key, answer }] : [];
    }),
  );
  const [won, ...more] = answers.flat();
  if (!won || more.length > 0) throw new Error(`Not one of two has won: ${request.key}`);
  book.races += 1;
  return won;
}
