import { setTimeout as pause } from 'node:timers/promises';
import { type Dice, dice } from '../demo/dice.js';
import { type Answer, send } from './http.js';

/** A customer as the answers to its agent have told it. */
export interface AcknowledgedCustomer {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly city: string;
  readonly kycStatus: string;
  readonly isDeleted: boolean;
}

/** A command that was acknowledged, and how many events it must have left in the log. */
export interface AcknowledgedCommand {
  readonly key: string;
  readonly customerId: number;
  readonly events: number;
}

/** What several agents have done, and what they were answered. */
export interface Load {
  /** Rises with every acknowledged command. */
  readonly commands: readonly AcknowledgedCommand[];
  readonly customers: ReadonlyMap<number, AcknowledgedCustomer>;
  /** Answers other than success, as `POST 503`; broken connections as `POST broken`. */
  readonly troubles: ReadonlyMap<string, number>;
  /** 503s that did not say when to come back. */
  readonly silentRefusals: number;
  /** Lets every agent finish the command at hand, until it is acknowledged. */
  finish(): Promise<void>;
  /** Sends every agent home at once. */
  abandon(): void;
}

interface Parts {
  readonly url: string;
  readonly cookie: string;
  readonly agents: number;
  readonly seed: number;
}

const CITIES = ['Kochi', 'Chennai', 'Pune', 'Nagpur', 'Mysuru'];
const KYC = ['pending', 'verified', 'rejected'];
/** As a person would be told; an answer later than this counts as none. */
const ANSWER_PATIENCE_MS = 20_000;
const RETRY_PAUSE_MS = 150;

/**
 * Starts agents who create, change and delete customers of their own, one command after another.
 * Each repeats a command under the same key until it is acknowledged.
 */
export function startLoad({ url, cookie, agents, seed }: Parts): Load {
  const commands: AcknowledgedCommand[] = [];
  const customers = new Map<number, AcknowledgedCustomer>();
  const troubles = new Map<string, number>();
  let silentRefusals = 0;
  let isFinishing = false;
  let isAbandoned = false;

  const note = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);

  const ask = async (request: Request): Promise<Answer | undefined> => {
    const { method, path, key, version, body } = request;
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

  /** The answer of success, however often it takes to get it. */
  const acknowledged = async (request: Request): Promise<Answer> => {
    while (!isAbandoned) {
      const answer = await ask(request);
      if (answer && answer.status < 300) return answer;
      if (answer) {
        note(`${request.method} ${answer.status}`);
        if (answer.status === 503 && !answer.headers['retry-after']) silentRefusals += 1;
        if (answer.status < 500) throw new Error(`${request.key} was refused: ${answer.text}`);
      }
      await pause(RETRY_PAUSE_MS);
    }
    throw new Error(`${request.key} was abandoned.`);
  };

  const work = async (agent: number): Promise<void> => {
    const chance = dice(seed * 100 + agent);
    const own: number[] = [];
    for (let turn = 1; !isFinishing; turn += 1) {
      const key = `agent ${agent}, command ${turn}`;
      const kind = own.length === 0 ? 'create' : kindOf(chance);
      const customer = kind === 'create' ? undefined : customers.get(chance.pick(own));
      const { json } = await acknowledged(requestFor(kind, { key, chance, customer }));
      const saved = customer && kind === 'delete' ? deleted(customer) : kept(json);
      const { id, version } = saved;
      customers.set(id, saved);
      commands.push({ key, customerId: id, events: version - (customer?.version ?? -1) });
      if (kind === 'create') own.push(id);
      if (kind === 'delete') own.splice(own.indexOf(id), 1);
      if (chance.chance(0.1)) await read();
    }
  };

  /** Lists are read all the while; an outage may be told, a defect may not. */
  const read = async (): Promise<void> => {
    const answer = await ask({ method: 'GET', path: '/api/customers?limit=5&sort=name' });
    if (answer && answer.status !== 200) note(`GET ${answer.status}`);
  };

  const working = Promise.all(Array.from({ length: agents }, (_, agent) => work(agent)));
  // Met by `finish`; until then it is no unhandled rejection.
  working.catch(() => undefined);

  return {
    commands,
    customers,
    troubles,
    get silentRefusals() {
      return silentRefusals;
    },
    async finish() {
      isFinishing = true;
      await working;
    },
    abandon() {
      isAbandoned = true;
    },
  };
}

type Kind = 'create' | 'update' | 'delete';

function kindOf(chance: Dice): Kind {
  const thrown = chance.below(100);
  if (thrown < 35) return 'create';
  return thrown < 90 ? 'update' : 'delete';
}

/** What the answer to a change says. */
const kept = (json: Answer['json']): AcknowledgedCustomer => {
  const { id, version, name, city, kycStatus } = json as unknown as AcknowledgedCustomer;
  return { id, version, name, city, kycStatus, isDeleted: false };
};

/** A deletion answers nothing, and is one event. */
const deleted = (customer: AcknowledgedCustomer): AcknowledgedCustomer => ({
  ...customer,
  version: customer.version + 1,
  isDeleted: true,
});

interface Request {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly version?: number;
  readonly body?: object;
}

interface Order {
  readonly key: string;
  readonly chance: Dice;
  readonly customer: AcknowledgedCustomer | undefined;
}

/** The command's key is the customer's name, so that each says which command wrote it last. */
function requestFor(kind: Kind, { key, chance, customer }: Order): Request {
  const path = `/api/customers/${customer?.id}`;
  const city = chance.pick(CITIES);
  // Half of them rest on the version that their agent saw.
  const version = kind !== 'create' && chance.chance(0.5) ? customer?.version : undefined;
  switch (kind) {
    case 'create': {
      const phone = `9${chance.digits(9)}`;
      return { method: 'POST', path: '/api/customers', key, body: { name: key, phone, city } };
    }
    case 'update':
      return {
        method: 'PUT',
        path,
        key,
        version,
        body: { name: key, city, kycStatus: chance.pick(KYC) },
      };
    case 'delete':
      return { method: 'DELETE', path, key, version };
  }
}
