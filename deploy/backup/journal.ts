import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Segment } from './manifest.js';

/** A stored file that was copied. */
export const CopiedFile = z.object({ key: z.string(), size: z.int(), sha256: z.string() });
export type CopiedFile = z.infer<typeof CopiedFile>;

/** Of what a backup was begun. */
export interface Begun {
  readonly kind: 'begun';
  readonly id: string;
  readonly startedAt: string;
  readonly installation: string;
  readonly parts: 'all' | 'postgres';
  /** What was written opens with this key only. */
  readonly keyCheck: string;
}

/** What is done of a backup, entry by entry. */
export type JournalEntry =
  | Begun
  | { kind: 'segment'; segment: Segment }
  | { kind: 'file'; file: CopiedFile };

export interface Journal {
  /** What was done before this process. */
  readonly entries: readonly JournalEntry[];
  /** Durable when it resolves. */
  add(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
}

export const JOURNAL = 'unfinished.ndjson';

/** Opens the journal of a backup that is being made; a last line that a crash cut off is dropped. */
export async function openJournal(folder: string): Promise<Journal> {
  const file = join(folder, JOURNAL);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const handle: FileHandle = await open(file, 'a', 0o600);
  await handle.truncate(Buffer.byteLength(whole));
  const lines = whole.split('\n').slice(0, -1);
  return {
    entries: lines.map((line) => JSON.parse(line) as JournalEntry),
    async add(entry) {
      await handle.appendFile(`${JSON.stringify(entry)}\n`);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}
