import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { onDisk, syncFolderOf } from '../platform/files/disk.js';
import { readAboutParquet, type Written } from '../platform/parquet/parquetFile.js';

/** What a folder holds, for those who read it. */
export interface ParquetManifest {
  /** Of this text and the folder: 1. */
  readonly format: 1;
  /** Of the columns: another one where any was added. */
  readonly schema: string;
  readonly log: string;
  readonly exportedAt: string;
  /** The Kolkata day of that. */
  readonly day: Day;
  /** Up to where all files show the log; null: nothing was there. */
  readonly position: string | null;
  readonly views: Readonly<Record<string, ManifestFile>>;
  readonly events: { readonly rows: number; readonly files: readonly ManifestFile[] };
}

export interface ManifestFile extends Written {
  /** Below the folder. */
  readonly file: string;
}

/** One of the files of events, each of which goes on where the one before it ends. */
export interface EventsPart extends ManifestFile {
  /** From 1 on. */
  readonly nth: number;
  readonly about: Readonly<Record<string, string>>;
}

const FOLDER_MODE = 0o750;
const VIEWS = 'views';
const SNAPSHOTS = '.snapshots';
const EVENTS = 'events';
const MANIFEST = 'manifest.json';

const PART = /^(\d{6})\.parquet$/;
const partName = (nth: number): string => `${String(nth).padStart(6, '0')}.parquet`;

/**
 * `views/` with a file for each view, all of one moment: a link to a folder, which is made anew and
 * takes its place at once. `events/` with files that go on. `manifest.json`, written last.
 */
export function parquetFolder(root: string) {
  const path = (...names: string[]): string => join(root, ...names);

  /** So that it is whole or as it was. */
  const replace = async (name: string, make: (draft: string) => Promise<void>): Promise<void> => {
    const draft = path(`${name}.unfinished`);
    await rm(draft, { force: true });
    await make(draft);
    await rename(draft, path(name));
    await syncFolderOf(draft);
  };

  return {
    make: () =>
      onDisk(async () => {
        for (const name of [SNAPSHOTS, EVENTS])
          await mkdir(path(name), { recursive: true, mode: FOLDER_MODE });
        for (const name of await readdir(path(EVENTS)))
          if (name.endsWith('.unfinished')) await rm(path(EVENTS, name), { force: true });
      }),

    /** Null where nothing was exported yet. */
    async manifest(): Promise<ParquetManifest | null> {
      try {
        const read = JSON.parse(await readFile(path(MANIFEST), 'utf8')) as ParquetManifest;
        return isDay(read.day) ? read : null;
      } catch {
        return null;
      }
    },

    partPath: (nth: number): string => path(EVENTS, partName(nth)),

    /** In their order. */
    parts: (): Promise<EventsPart[]> =>
      onDisk(async () => {
        const names = (await readdir(path(EVENTS))).filter((name) => PART.test(name)).sort();
        const parts: EventsPart[] = [];
        for (const name of names) {
          const known = await readAboutParquet(path(EVENTS, name));
          parts.push({ nth: Number(PART.exec(name)?.[1]), file: `${EVENTS}/${name}`, ...known });
        }
        return parts;
      }),

    /** A folder for the views of a moment, which nobody reads yet. */
    newSnapshot: (at: Date) =>
      onDisk(async () => {
        const name = at.toISOString().replaceAll(/[-:.]/g, '');
        const shown = await readlink(path(VIEWS)).then(basename, () => '');
        for (const other of await readdir(path(SNAPSHOTS)))
          if (other > shown || other === name)
            await rm(path(SNAPSHOTS, other), { recursive: true, force: true });
        await mkdir(path(SNAPSHOTS, name), { mode: FOLDER_MODE });
        return { name, pathOf: (view: string) => path(SNAPSHOTS, name, `${view}.parquet`) };
      }),

    viewFile: (view: string): string => `${VIEWS}/${view}.parquet`,

    /**
     * Has everybody read that snapshot from now on. The one before it stays, for those who read it
     * now; others, and what a crash left, are removed.
     */
    publish: (snapshot: string, manifest: ParquetManifest) =>
      onDisk(async () => {
        const before = await readlink(path(VIEWS)).catch(() => '');
        await replace(VIEWS, (draft) => symlink(join(SNAPSHOTS, snapshot), draft));
        await replace(MANIFEST, (draft) =>
          writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o640, flush: true }),
        );
        for (const name of await readdir(path(SNAPSHOTS))) {
          if (name === snapshot || before.endsWith(name)) continue;
          await rm(path(SNAPSHOTS, name), { recursive: true, force: true });
        }
      }),
  };
}

export type ParquetFolder = ReturnType<typeof parquetFolder>;
