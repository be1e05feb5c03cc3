import { setImmediate as turn } from 'node:timers/promises';
import { pause } from '@insuremanager/services/platform/pauses';
import type { ExecutionResult } from 'graphql';
import type { OpenStream } from './openStreams.js';

/** What a subscription brings, one answer after the other. */
type Source = AsyncGenerator<ExecutionResult, void, void>;

interface Shared {
  /** The first answer; rejects when there is no such subscription. */
  readonly opening: Promise<Buffer>;
  readonly streams: Set<OpenStream>;
  /** Those of the streams, and of who waits for the opening. */
  followers: number;
  end(): void;
}

/** Streams that are told before something else gets its turn: some half a millisecond. */
const TOLD_AT_ONCE = 50;

/**
 * Subscriptions that ask the same with the same rights are one: each answer is asked for and encoded
 * once, however many streams it goes to. What comes while they are told, or while it rests after that,
 * is joined into one report by the source.
 * @param restMs how long it rests before the next report, in milliseconds
 */
export function createSharedReports(restMs: () => number) {
  const byQuestion = new Map<string, Shared>();

  const begin = (question: string, subscribe: () => Promise<Source>): Shared => {
    const streams = new Set<OpenStream>();
    const over = new AbortController();
    const source = subscribe();
    const opening = source.then(async (answers) => {
      const { value } = await answers.next();
      return encoded(value ?? {});
    });
    const tell = async (): Promise<void> => {
      await opening;
      for await (const answer of await source) {
        const report = encoded(answer);
        let told = 0;
        for (const stream of streams) {
          stream.tell(report);
          told += 1;
          if (told % TOLD_AT_ONCE === 0) await turn();
        }
        await pause(restMs(), over.signal);
      }
    };
    // Without a source they come back, and are told why.
    const endAll = () => {
      for (const stream of streams) stream.end();
    };
    void tell().then(endAll, endAll);
    return {
      ...{ opening, streams, followers: 0 },
      end() {
        byQuestion.delete(question);
        over.abort();
        void source.then((answers) => answers.return()).catch(() => undefined);
      },
    };
  };

  return {
    /**
     * Tells a stream what a question brings, until the stream is over.
     * @param question what is asked, and with which rights: all that an answer depends on
     * @throws what `subscribe` does
     */
    async follow(
      question: string,
      subscribe: () => Promise<Source>,
      stream: OpenStream,
    ): Promise<void> {
      const shared = byQuestion.get(question) ?? begin(question, subscribe);
      byQuestion.set(question, shared);
      shared.followers += 1;
      try {
        const opening = await shared.opening;
        shared.streams.add(stream);
        await stream.begin(opening);
      } finally {
        shared.streams.delete(stream);
        shared.followers -= 1;
        if (shared.followers === 0) shared.end();
      }
    },
  };
}

/** As an event of GraphQL over SSE. */
const encoded = (answer: ExecutionResult): Buffer =>
  Buffer.from(`event: next\ndata: ${JSON.stringify(answer)}\n\n`);
