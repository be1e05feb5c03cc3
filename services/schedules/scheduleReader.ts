import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openWorkerPool, ThreadFailure } from '../platform/threads/workerPool.js';
import type { FoundSchedule } from './foundFields.js';

/** Why a PDF cannot be read. */
export type UnreadableReason = 'encrypted' | 'damaged' | 'no-text' | 'too-heavy';

export interface ReadSchedule extends FoundSchedule {
  readonly pageCount: number;
  readonly pagesRead: number;
}

/** What a thread answers of the bytes of a PDF. */
export type ReadingResult = ReadSchedule | { readonly unreadable: UnreadableReason };

/** Reads PDFs of strangers, each in a thread of its own that ends with it. */
export interface ScheduleReader {
  /** @throws Refusal `unavailable` when too many are read just now. */
  read(pdf: Uint8Array): Promise<ReadingResult>;
  close(): Promise<void>;
}

const MAX_THREADS = 2;
/** Each takes half a second: those that take far longer are few. */
const MAX_QUEUE = 20;
const TIMEOUT_MS = 30_000;
const HEAP_MB = 256;

/** Opens the reader; a thread starts with each PDF. */
export function openScheduleReader(timeoutMs = TIMEOUT_MS): ScheduleReader {
  const pool = openWorkerPool<Uint8Array, ReadingResult>({
    file: workerFile(),
    maxThreads: MAX_THREADS,
    maxQueue: MAX_QUEUE,
    timeoutMs,
    busy: 'Many schedules are being read just now. Please try again in a moment.',
    alone: { heapMb: HEAP_MB },
  });
  return {
    async read(pdf) {
      try {
        return await pool.run(pdf);
      } catch (error) {
        if (error instanceof ThreadFailure) return { unreadable: 'too-heavy' };
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/** Threads run compiled code: seen from the sources, as in tests, it is where the build puts it. */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const file = isSource
    ? new URL('../dist/schedules/scheduleWorker.js', import.meta.url)
    : new URL('./scheduleWorker.js', import.meta.url);
  if (!existsSync(fileURLToPath(file))) {
    throw new Error('The reader of schedules is not built: run "npx tsc -b" first.');
  }
  return file;
}
