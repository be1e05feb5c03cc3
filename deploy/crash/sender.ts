import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, send } from './http.js';

export interface Order {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly key: string;
  /** Only if it is still the version that the agent saw. */
  readonly version?: number | undefined;
  /** JSON, or a form with a file. */
  readonly body?: object;
}

/** What a command is called, and the premium that it writes, so that each record tells who wrote it last. */
export interface Turn {
  readonly key: string;
  readonly premium: string;
}

/** How agents send what they want done. */
export interface Sender {
  /** The answer of success, however often it takes to get it. @throws when it is refused. */
  acknowledged(order: Order): Promise<Answer>;
  /** The same, where another agent may have been quicker: then it is undefined. */
  unlessLost(order: Order, lostWith: string): Promise<Answer | undefined>;
  /** The answer of success to one attempt; undefined when nobody knows what became of it. */
  triedOnce(order: Order): Promise<Answer | undefined>;
  /** Lists are read all the while; an outage may be told, a defect may not. */
  read(path: string): Promise<void>;
  /** Answers other than success, as `POST 503`; broken connections as `POST broken`. */
  readonly troubles: ReadonlyMap<string, number>;
  /** 503s that did not say when to come back. */
  silentRefusals(): number;
  /** Ends every order at once. */
  abandon(): void;
}

/** As a person would be told; an answer later than this counts as none. */
const ANSWER_PATIENCE_MS = 20_000;
const RETRY_PAUSE_MS = 150;

export function openSender({ url, cookie }: { url: string; cookie: string }): Sender {
  const troubles = new Map<string, number>();
  let silent = 0;
  let isAbandoned = false;

  const note = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);

  const ask = async (
    method: string,
    path: string,
    { key, version, body }: Partial<Order> = {},
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
      note(`${method} ${(error as Error).name === 'TimeoutError' ? 'no answer' : 'broken'}`);
      return undefined;
    }
  };

  /** An answer that settles the order; undefined when it is to be sent again. */
  const attempt = async (order: Order, lostWith?: string): Promise<Answer | undefined> => {
    const answer = await ask(order.method, order.path, order);
    if (!answer || answer.status < 300) return answer;
    if (answer.status === 409 && answer.json.code === lostWith) return answer;
    note(`${order.method} ${answer.status}`);
    if (answer.status === 503 && !answer.headers['retry-after']) silent += 1;
    if (answer.status < 500) throw new Error(`${order.key} was refused: ${answer.text}`);
    return undefined;
  };

  const settled = async (order: Order, lostWith?: string): Promise<Answer> => {
    while (!isAbandoned) {
      const answer = await attempt(order, lostWith);
      if (answer) return answer;
      await pause(RETRY_PAUSE_MS);
    }
    throw new Error(`${order.key} was abandoned.`);
  };

  return {
    acknowledged: (order) => settled(order),
    async unlessLost(order, lostWith) {
      const answer = await settled(order, lostWith);
      return answer.status < 300 ? answer : undefined;
    },
    triedOnce: (order) => attempt(order),
    async read(path) {
      const answer = await ask('GET', path);
      if (answer && answer.status !== 200) note(`GET ${answer.status}`);
    },
    troubles,
    silentRefusals: () => silent,
    abandon() {
      isAbandoned = true;
    },
  };
}
