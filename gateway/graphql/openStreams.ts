import { tooMany } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import type { Changes } from '@insuremanager/services/platform/readModels/changes';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
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

export interface OpenStream {
  /** Resolves once what was sent is on its way, or the stream is over. */
  taken(): Promise<void>;
  /** Answers with the pieces until there are no more, or the stream is ended. */
  send(pieces: AsyncGenerator<string>): Promise<void>;
  /** Frees its place. */
  close(): void;
}

export interface OpenStreams {
  /**
   * Takes a place for a stream, which lasts as long as the session of its request, and as agents see
   * the same book.
   * @throws Refusal `too-many`; HttpRefusal 503 once all were ended.
   */
  open(userId: number, request: Request, response: Response): OpenStream;
  count(): number;
  /** Ends all, and takes no more. */
  end(): void;
}

export interface StreamParts {
  readonly sessions: Sessions;
  readonly readModels: Pick<ReadModels, 'onChanges'>;
  /** Whether agents see their own book only. */
  ownBook(): Promise<boolean>;
  readonly logger: Logger;
  readonly limits?: StreamLimits | undefined;
}

export function createOpenStreams({
  sessions: { identity, cookie },
  readModels,
  ownBook,
  logger,
  limits = USUAL_STREAM_LIMITS,
}: StreamParts): OpenStreams {
  const open = new Map<OpenStream, { userId: number; check: () => void; end: () => void }>();
  let isEnded = false;

  /** Milliseconds until it may be over; 0: it is. */
  const lastsFor = async (token: string | null, book: Promise<boolean | null>): Promise<number> => {
    try {
      if (token === null || (await ownBook()) !== (await book)) return 0;
      return Math.min(await identity.sessionEndsIn(token), limits.sessionCheckMs);
    } catch (error) {
      // A session that cannot be looked at is none; the client comes back and is told why.
      logger.debug({ name: (error as Error).name }, 'The session of a stream cannot be checked');
      return 0;
    }
  };
  readModels.onChanges((changes) => {
    for (const { userId, check } of open.values()) if (mayEnd(changes, userId)) check();
  });

  return {
    count: () => open.size,

    open(userId, request, response) {
      if (isEnded) throw stopping();
      const ofUser = [...open.values()].filter((stream) => stream.userId === userId);
      if (ofUser.length >= limits.perUser) {
        throw tooMany('Too many windows are open. Close some of them.', COME_BACK_S);
      }
      if (open.size >= limits.most) throw full();
      const pipe = createPipe(response, limits.slowMs);
      const token = cookie.read(request);
      // Where that cannot be said now, the stream ends with the first look at it.
      const book = ownBook().catch(() => null);
      let next: NodeJS.Timeout | undefined;
      const check = async () => {
        const ms = await lastsFor(token, book);
        clearTimeout(next);
        if (ms === 0) pipe.end();
        else if (open.has(stream)) next = setTimeout(check, ms);
      };
      const stream: OpenStream = {
        taken: pipe.taken,
        send: pipe.send,
        close() {
          clearTimeout(next);
          open.delete(stream);
        },
      };
      open.set(stream, { userId, check, end: pipe.end });
      void check();
      return stream;
    },

    end() {
      isEnded = true;
      for (const { end } of open.values()) end();
    },
  };
}

/** Whether what changed may be the session or the role of a user, or who sees which book. */
const mayEnd = ({ records, everything }: Changes, userId: number): boolean =>
  everything ||
  records.has(AGENCY) ||
  ACCOUNTS.some((kind) => {
    const ids = records.get(kind);
    return ids === null || ids?.includes(userId);
  });
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

/** Writes pieces no faster than they are read; who reads nothing for too long is cut off. */
function createPipe(response: Response, slowMs: number) {
  let isOver = false;
  let source: AsyncGenerator<string> | null = null;
  let draining: Promise<void> | null = null;

  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const timeout = setTimeout(() => response.destroy(), slowMs);
      const done = () => {
        clearTimeout(timeout);
        response.off('drain', done).off('close', done);
        draining = null;
        resolve();
      };
      response.on('drain', done).on('close', done);
    });

  const taken = (): Promise<void> => {
    if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
    draining ??= drained();
    return draining;
  };

  const end = (): void => {
    isOver = true;
    void source?.return(undefined);
    // It waits for a reader who takes nothing.
    if (draining) response.destroy();
  };

  return {
    taken,
    end,
    async send(pieces: AsyncGenerator<string>): Promise<void> {
      source = pieces;
      response.once('close', end);
      if (response.destroyed || isOver) end();
      else response.set(HEADERS).flushHeaders();
      for await (const piece of pieces) {
        if (isOver || response.destroyed) break;
        response.write(piece);
        await taken();
      }
      response.off('close', end);
      await new Promise<void>((resolve) => {
        if (response.destroyed) resolve();
        else response.once('close', resolve).end();
      });
    },
  };
}
