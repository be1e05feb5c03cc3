import type { FileStore } from './files/fileStore.js';
import type { Mailer } from './mail/mailer.js';

/** A process that was opened without one and yet uses it is wrongly put together. */
const missing = (what: string) => () => {
  throw new Error(`This process was opened without ${what}`);
};

const noFiles = missing('a file store');
export const noFileStore: FileStore = {
  put: async () => noFiles(),
  get: async () => noFiles(),
  has: async () => noFiles(),
  remove: async () => noFiles(),
  list: noFiles,
  check: async () => noFiles(),
  close: async () => {},
};

const noMail = missing('a mailer');
export const noMailer: Mailer = {
  isFolder: false,
  send: async () => noMail(),
  check: async () => noMail(),
  close: async () => {},
};
