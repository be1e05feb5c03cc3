import type { SignedInUser } from '@insuremanager/services/identity/index';
import { tooMany } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import type { Changes } from '@insuremanager/services/platform/readModels/changes';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import type { Book } from '@insuremanager/services/platform/readModels/readTables';
import type { Request, Response } from 'express';
import { HttpRefusal } from '../problems.js';
import type { Sessions } from '../sessions/signedInUser.js';

export interface StreamLimits {
  /** Streams that one user may have open. */
  readonly perUser: number;
  /** Streams that may be open together. */
  readonly most: number;
  /**
   * How often it is looked whether a stream still may be open, in milliseconds; also as its session
   * is to end.
   */
  readonly sessionCheckMs: number;
  /** How long a reader may take nothing of what is sent, in milliseconds. */
  readonly slowMs: number;
}

export const USUAL_STREAM_LIMITS: StreamLimits = {
  perUser: 20,
  most: 2_000,
  sessionCheckMs: 30_000,
  slowMs: 30_000,
};

/** Seconds after which a client that was refused may come back. */
const COME_BACK_S = 30;

/** Neither a proxy nor a browser may hold back, store or compress what is to arrive at once. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
  // It carries nothing after the stream: whoever stops the server need not wait for it.
  Connection: 'close',
};

/** By a sign of life a client knows that the connection stands. Milliseconds. */
const SIGN_OF_LIFE_MS = 12_000;
/** An event without content. */
const SIGN_OF_LIFE = Buffer.from(':\n\n');

export interface OpenStream {
  /**
   * Answers with the opening, as soon as the session was looked at, and resolves once the stream is
   * over. The opening says that anything may have changed: it is sent again in place of reports that
   * did not get through.
   */
  begin(opening: Buffer): Promise<void>;
  /** Sends a report, unless its reader takes nothing just now or its session is in doubt. */
  tell(report: Buffer): void;
  end(): void;
  /** Frees its place. */
  close(): void;
}

export interface OpenStreams {
  /**
   * Takes a place for a stream, which lasts as long as the session of its request, and as its user
   * sees the same book.
   * @throws Refusal `too-many`; HttpRefusal 503 once all were ended.
   */
  open(user: SignedInUser, request: Request, response: Response): OpenStream;
  count(): number;
  /** Ends all, and takes no more. */
  end(): void;
}

export interface StreamParts {
  readonly sessions: Sessions;
  readonly readModels: Pick<ReadModels, 'onChanges'>;
  /** The only book that exists for a user by now; null: all do. */
  bookOf(user: SignedInUser): Promise<Book | null>;
  readonly logger: Logger;
  readonly limits?: StreamLimits | undefined;
}

interface Open {
  readonly userId: number;
  /** Sends nothing until it has been looked whether it may go on. */
  doubt(): void;
  signOfLife(): void;
  end(): void;
}

export function createOpenStreams({
  sessions: { identity, cookie },
  readModels,
  bookOf,
  logger,
  limits = USUAL_STREAM_LIMITS,
}: StreamParts): OpenStreams {
  const open = new Map<OpenStream, Open>();
  let isEnded = false;

  readModels.onChanges((changes) => {
    const users = usersInDoubt(changes);
    if (users?.length === 0) return;
    for (const { userId, doubt } of open.values()) if (users?.includes(userId) ?? true) doubt();
  });
  const signsOfLife = setInterval(() => {
    for (const { signOfLife } of open.values()) signOfLife();
  }, SIGN_OF_LIFE_MS).unref();

  return {
    count: () => open.size,

    open(user, request, response) {
      if (isEnded) throw stopping();
      const { userId } = user;
      const ofUser = [...open.values()].filter((stream) => stream.userId === userId);
      if (ofUser.length >= limits.perUser) {
        throw tooMany('Too many windows are open. Close some of them.', COME_BACK_S);
      }
      if (open.size >= limits.most) throw full();
      const pipe = createPipe(response, limits.slowMs);
      const token = cookie.read(request);
      const { book } = response.locals;
      /** Milliseconds until it may be over; 0: it is. */
      const lastsFor = async (): Promise<number> => {
        try {
          if (token === null || !isSameBook(await bookOf(user), book)) return 0;
          return Math.min(await identity.sessionEndsIn(token), limits.sessionCheckMs);
        } catch (error) {
          // A session that cannot be looked at is none; the client comes back and is told why.
          logger.debug(
            { name: (error as Error).name },
            'The session of a stream cannot be checked',
          );
          return 0;
        }
      };
      let next: NodeJS.Timeout | undefined;
      const look = async (): Promise<void> => {
        const ms = await lastsFor();
        clearTimeout(next);
        if (ms === 0) pipe.end();
        else if (open.has(stream)) next = setTimeout(look, ms);
      };
      const doubt = async (): Promise<void> => {
        pipe.hold();
        await look();
        pipe.release();
      };
      const stream: OpenStream = {
        begin: pipe.begin,
        tell: pipe.tell,
        end: pipe.end,
        close() {
          clearTimeout(next);
          open.delete(stream);
        },
      };
      open.set(stream, { userId, doubt, signOfLife: pipe.signOfLife, end: pipe.end });
      void doubt();
      return stream;
    },

    end() {
      isEnded = true;
      clearInterval(signsOfLife);
      for (const { end } of open.values()) end();
    },
  };
}

const isSameBook = (one: Book | null, other: Book | null | undefined): boolean =>
  one?.ownerId === other?.ownerId;

/** Whose session, role or book may be another after a change; null: everybody's. */
function usersInDoubt({ records, everything }: Changes): readonly number[] | null {
  if (everything || records.has(AGENCY)) return null;
  const named = ACCOUNTS.map((kind) => records.get(kind));
  return named.includes(null) ? null : named.flatMap((ids) => ids ?? []);
}
const AGENCY = 'agency';
const ACCOUNTS = ['user', 'userAccess'];

const full = () =>
  new HttpRefusal(503, 'too-many-streams', 'Too many windows of this office are open at once.', {
    'Retry-After': String(COME_BACK_S),
  });

const stopping = () =>
  new HttpRefusal(503, 'stopping', 'The server is about to stop. Please try again.', {
    'Retry-After': '1',
  });

/**
 * Writes no faster than is read, and nothing while it is held: of what did not get through it only
 * remembers that there was something. Who reads nothing for too long is cut off.
 */
function createPipe(response: Response, slowMs: number) {
  let opening: Buffer | null = null;
  let owesOpening = true;
  let holds = 0;
  let slow: NodeJS.Timeout | undefined;
  let isOver = false;

  const write = (piece: Buffer): void => {
    response.write(piece);
    if (response.writableNeedDrain) slow = setTimeout(() => response.destroy(), slowMs);
  };
  const mayWrite = (): boolean => opening !== null && holds === 0 && slow === undefined && !isOver;
  const makeUp = (): void => {
    if (!owesOpening || !opening || !mayWrite()) return;
    owesOpening = false;
    write(opening);
  };
  const onDrain = (): void => {
    clearTimeout(slow);
    slow = undefined;
    makeUp();
  };
  const end = (): void => {
    isOver = true;
    // It waits for a reader who takes nothing.
    if (slow) response.destroy();
    else if (opening) response.end();
  };

  return {
    async begin(first: Buffer): Promise<void> {
      opening = first;
      await new Promise<void>((resolve) => {
        response.once('close', resolve).on('drain', onDrain);
        if (response.destroyed) return resolve();
        response.set(HEADERS).flushHeaders();
        if (isOver) response.end();
        else makeUp();
      });
      isOver = true;
      clearTimeout(slow);
    },
    tell(report: Buffer): void {
      if (mayWrite()) write(report);
      else owesOpening = true;
    },
    signOfLife(): void {
      if (mayWrite()) write(SIGN_OF_LIFE);
    },
    hold(): void {
      holds += 1;
    },
    release(): void {
      holds -= 1;
      makeUp();
    },
    end,
  };
}
