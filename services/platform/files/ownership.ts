import { Readable } from 'node:stream';
import type { Vault } from '../vault/vault.js';
import { FileExists, type FileStore } from './fileStore.js';

/**
 * To whom a store belongs: to us, to nobody yet, or to another installation, perhaps besides us.
 */
export type StoreOwner = 'ours' | 'nobodys' | 'foreign';

/**
 * Whose files a store holds, written down in the store itself: only there can it be seen when we
 * have come up on another database than the one that knows the files.
 */
export interface Ownership {
  owner(): Promise<StoreOwner>;
  /** Marks the store as ours. */
  markAsOurs(): Promise<void>;
  markIfEmpty(): Promise<void>;
  /**
   * Keys below a prefix that were recorded: files that events referred to, for ever, at that time.
   */
  recorded(prefix: string): Promise<string[]>;
  record(fileKey: string): Promise<void>;
  forget(fileKey: string): Promise<void>;
}

/** Below it are the marks and the recorded keys of each installation. */
const MARKS = 'installations/';
const SAID = 'Files of one installation of InsureManager are kept here. Leave this one as it is.\n';
/** Hexadecimal digits: 128 bits. */
const ID_LENGTH = 32;

export function ownershipOf(store: FileStore, vault: Pick<Vault, 'fingerprint'>): Ownership {
  // Follows from a key that is made once with a database, and comes with its backups.
  const print = Buffer.from(vault.fingerprint('installation', 'files'), 'base64url');
  const ours = `${MARKS}${print.toString('hex').slice(0, ID_LENGTH)}/`;
  const mark = `${ours}mark`;
  const records = `${ours}known/`;

  const write = async (key: string): Promise<void> => {
    try {
      await store.put(key, Readable.from([Buffer.from(SAID)]));
    } catch (error) {
      if (!(error instanceof FileExists)) throw error;
    }
  };
  const markAsOurs = () => write(mark);

  return {
    async owner() {
      let owner: StoreOwner = 'nobodys';
      for await (const { key } of store.list(MARKS)) {
        if (!key.startsWith(ours)) return 'foreign';
        if (key === mark) owner = 'ours';
      }
      return owner;
    },

    markAsOurs,

    async markIfEmpty() {
      for await (const _ of store.list('')) return;
      await markAsOurs();
    },

    async recorded(prefix) {
      const recorded: string[] = [];
      for await (const { key } of store.list(`${records}${prefix}`)) {
        recorded.push(key.slice(records.length));
      }
      return recorded;
    },

    record: (fileKey) => write(`${records}${fileKey}`),
    forget: (fileKey) => store.remove(`${records}${fileKey}`),
  };
}
