import { Readable } from 'node:stream';
import type { Vault } from '../vault/vault.js';
import { FileExists, type FileStore } from './fileStore.js';

/** To whom a store belongs: to us, to nobody yet, or to another installation, perhaps besides us. */
export type Standing = 'ours' | 'nobodys' | 'foreign';

/**
 * Whose files a store holds, written down in the store itself: only there is it told when we have come
 * up on another database than the one that knows the files.
 */
export interface Ownership {
  standing(): Promise<Standing>;
  /** Marks the store as ours. */
  claim(): Promise<void>;
  claimIfEmpty(): Promise<void>;
  /** Keys below a prefix that were noted: files that events referred to, for ever, at that time. */
  noted(prefix: string): Promise<string[]>;
  note(fileKey: string): Promise<void>;
  forget(fileKey: string): Promise<void>;
}

/** Below it are marks, and notes of them, by installation. */
const MARKS = 'installations/';
const SAID = 'Files of one installation of InsureManager are kept here. Leave this one as it is.\n';
/** Hexadecimal digits: 128 bits. */
const ID_LENGTH = 32;

export function ownershipOf(store: FileStore, vault: Pick<Vault, 'fingerprint'>): Ownership {
  // Follows from a key that is made once with a database, and comes with its backups.
  const print = Buffer.from(vault.fingerprint('installation', 'files'), 'base64url');
  const ours = `${MARKS}${print.toString('hex').slice(0, ID_LENGTH)}/`;
  const mark = `${ours}mark`;
  const notes = `${ours}known/`;

  const write = async (key: string): Promise<void> => {
    try {
      await store.put(key, Readable.from([Buffer.from(SAID)]));
    } catch (error) {
      if (!(error instanceof FileExists)) throw error;
    }
  };
  const claim = () => write(mark);

  return {
    async standing() {
      let standing: Standing = 'nobodys';
      for await (const { key } of store.list(MARKS)) {
        if (!key.startsWith(ours)) return 'foreign';
        if (key === mark) standing = 'ours';
      }
      return standing;
    },

    claim,

    async claimIfEmpty() {
      for await (const _ of store.list('')) return;
      await claim();
    },

    async noted(prefix) {
      const noted: string[] = [];
      for await (const { key } of store.list(`${notes}${prefix}`)) {
        noted.push(key.slice(notes.length));
      }
      return noted;
    },

    note: (fileKey) => write(`${notes}${fileKey}`),
    forget: (fileKey) => store.remove(`${notes}${fileKey}`),
  };
}
