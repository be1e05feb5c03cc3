import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal, unavailable } from '@insuremanager/services/platform/errors';
import {
  type EventStoreAddress,
  isWithoutTls,
  parseAddress,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/address';
import { letReadAll } from '@insuremanager/services/platform/eventLog/eventStoreDb/readAllRight';
import { z } from 'zod';
import type { Settings } from '../settings.js';
import type { Answer, Say } from './answer.js';

interface Request {
  readonly settings: Pick<Settings, 'eventStoreUrl' | 'eventStoreAdmin'>;
  readonly remark: Say;
  readonly ended: AbortSignal;
  /** Of a cluster that has no leader yet, or is not there yet. */
  readonly waitMs?: number;
}

type User = NonNullable<EventStoreAddress['user']>;

/** Longer than a cluster takes to choose its leader. */
const WAIT_MS = 60_000;
/** A node that follows serves a moment before it knows the administrator of a new cluster. */
const UNKNOWN_ADMIN_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;

/**
 * Makes the user that EVENTSTORE_URL names, as an administrator of the event store: without groups,
 * with the password of the address, and with the right to read the whole log. It may run again at any
 * time; another password than the user has takes that one's place.
 *
 * Users are made over the server's HTTP API. Metadata is not: AtomPub, which it would take, is off by
 * default.
 * @throws Refusal with a sentence for the operator
 */
export async function makeEventStoreUser({
  settings: { eventStoreUrl: url, eventStoreAdmin: admin },
  remark,
  ended,
  waitMs = WAIT_MS,
}: Request): Promise<Answer> {
  const { address, user } = requireUser(url);
  if (!admin) throw refused('event-store-admin-missing', 'EVENTSTORE_ADMIN_PASSWORD is missing.');
  if (admin.username === user.username)
    throw refused(
      'event-store-user-is-admin',
      `EVENTSTORE_URL names ${user.username}, who administers the event store. Name another user there: it is made.`,
    );
  const http = await openHttp(address, admin);
  const begunAt = Date.now();
  let isWaiting = false;
  for (;;) {
    try {
      const made = await makeUser(http, user);
      const isAllowed = await letReadAll(address, admin, user.username);
      return answerOf(user.username, made, isAllowed);
    } catch (error) {
      if (Date.now() - begunAt >= Math.min(waitMs, timeoutAfter(error))) throw error;
      if (!isWaiting) remark('The event store is not ready yet.');
      isWaiting = true;
      await pause(LOOK_AGAIN_MS, undefined, { signal: ended });
    }
  }
}

/** For how long what was refused may be possible yet, in milliseconds. */
function timeoutAfter(error: unknown): number {
  if (!(error instanceof Refusal)) return 0;
  if (error.code === ADMIN_REFUSED) return UNKNOWN_ADMIN_MS;
  return error.kind === 'unavailable' ? WAIT_MS : 0;
}

const ADMIN_REFUSED = 'event-store-admin-refused';

const refused = (code: string, message: string): Refusal =>
  new Refusal('forbidden', { code, message });

function requireUser(url: string | undefined): { address: EventStoreAddress; user: User } {
  if (!url) throw refused('event-store-missing', 'EVENTSTORE_URL is missing: it names the user.');
  const address = parseAddress(url);
  if (isWithoutTls(address))
    throw refused(
      'event-store-without-users',
      'EVENTSTORE_URL says tls=false: a server that takes this has no users.',
    );
  if (!address.user)
    throw refused(
      'event-store-user-missing',
      'EVENTSTORE_URL names no user: esdb://NAME:PASSWORD@host:2113?tls=true.',
    );
  return { address, user: address.user };
}

type Made = 'made' | 'there' | 'password-changed';

async function makeUser(http: Http, { username, password }: User): Promise<Made> {
  const path = `/users/${encodeURIComponent(username)}`;
  const found = await http.ask('GET', path);
  if (found.status === 200) requireOrdinary(username, found.body);
  else if (found.status !== 404) throw unexpected(found);
  const user = { loginName: username, fullName: 'InsureManager', groups: [], password };
  const made = await http.ask('POST', '/users/', user);
  if (made.status === 201) return found.status === 404 ? 'made' : 'there';
  // It is there with another password: the one that the address names counts.
  if (made.status !== 409) throw unexpected(made);
  const changed = await http.ask('POST', `${path}/command/reset-password`, {
    newPassword: password,
  });
  if (changed.status !== 200) throw unexpected(changed);
  return 'password-changed';
}

const userDetails = z.object({
  data: z.object({ groups: z.array(z.string()).nullish(), disabled: z.boolean() }),
});

/** Somebody else's user is left as it is. */
function requireOrdinary(username: string, body: unknown): void {
  const { groups, disabled } = userDetails.parse(body).data;
  if (groups && groups.length > 0)
    throw refused(
      'event-store-user-has-groups',
      `The event store has a user ${username} already, in the groups ${groups.join(', ')}. Take them away there, or name another user in EVENTSTORE_URL.`,
    );
  if (disabled)
    throw refused(
      'event-store-user-disabled',
      `The user ${username} of the event store is disabled. Enable it there, or name another user in EVENTSTORE_URL.`,
    );
}

const unexpected = ({ status }: HttpAnswer): Error =>
  new Error(`The event store answered with ${status} where users are made; its log may say why.`);

function answerOf(user: string, made: Made, isAllowed: boolean): Answer {
  const sentence: Record<Made, string> = {
    made: `Made the user ${user} of the event store.`,
    there: `The user ${user} of the event store is there.`,
    'password-changed': `The user ${user} of the event store has the password of EVENTSTORE_URL now.`,
  };
  const right = isAllowed ? 'It may read the whole log now.' : 'It may read the whole log.';
  return { document: { user, made, isAllowedNow: isAllowed }, lines: [sentence[made], right] };
}

// ----------------------------------------------------------------------------------------- HTTP

interface HttpAnswer {
  readonly status: number;
  /** JSON, if it is that. */
  readonly body: unknown;
}

async function openHttp({ hosts, options }: EventStoreAddress, admin: User) {
  const ca = options.tlsCAFile ? await readAuthority(options.tlsCAFile) : undefined;
  const authorization = `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`;
  const askNode = (host: string, method: string, path: string, body?: object) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const asked = request(new URL(path, `https://${host}`), {
        method,
        ca,
        agent: false,
        headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      asked.on('error', reject);
      asked.on('response', async (response) => {
        try {
          resolve({ status: response.statusCode ?? 0, body: parsed(await text(response)) });
        } catch (error) {
          reject(error);
        }
      });
      asked.end(body && JSON.stringify(body));
    });

  return {
    /**
     * Asks one node after another until one answers; each passes on to the leader what is its to do.
     * @throws Refusal `unavailable` when none does, `forbidden` when they do not take the admin
     */
    async ask(method: 'GET' | 'POST', path: string, body?: object) {
      let failure: unknown;
      for (const host of hosts) {
        try {
          const answer = await askNode(host, method, path, body);
          if ([401, 403].includes(answer.status)) throw adminRefused(admin);
          // Without a leader, or while it starts.
          if (answer.status !== 408 && answer.status < 500) return answer;
          failure = unexpected(answer);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          if (isUntrusted(error)) throw untrusted(host, error);
          failure = error;
        }
      }
      throw unavailable('The event store', failure);
    },
  };
}

type Http = Awaited<ReturnType<typeof openHttp>>;

async function readAuthority(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refused(
      'event-store-authority-missing',
      `The file ${file} that EVENTSTORE_URL names with tlsCAFile cannot be read (${code}).`,
    );
  }
}

const adminRefused = ({ username }: User): Refusal =>
  refused(
    ADMIN_REFUSED,
    `The event store does not take ${username} with EVENTSTORE_ADMIN_PASSWORD, or does not let them make users.`,
  );

const isUntrusted = (error: unknown): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(String((error as NodeJS.ErrnoException).code));

const untrusted = (host: string, error: unknown): Refusal =>
  refused(
    'event-store-untrusted',
    `The certificate of ${host} is not trusted (${(error as NodeJS.ErrnoException).code}): name its authority with tlsCAFile in EVENTSTORE_URL.`,
  );

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
