import type { FileIdentity } from '../../documents/index.js';
import { invalid } from '../../platform/errors.js';

/** A document in a ZIP. */
export interface ArchivedFile {
  readonly path: string;
  /** Why it is not taken, as the upload of a document would say it; null: it is. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** Null of one that is not taken. */
  readonly identity: FileIdentity | null;
}

export interface FilesByName {
  /** By its path in the ZIP, or by its name where only one is called so. @throws invalid on `file` */
  require(name: string): ArchivedFile;
  /** The path of the file that a text is the name of. */
  pathOf(text: string): string | null;
  /** Null where `require` refuses it. */
  identityOf(name: string): FileIdentity | null;
}

/** However folders are parted, in any letter case. */
const pathKey = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '')
    .toLowerCase();

export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function filesByName(files: readonly ArchivedFile[]): FilesByName {
  const byName = new Map<string, ArchivedFile[]>();
  for (const file of files) {
    const key = pathKey(nameIn(file.path));
    byName.set(key, [...(byName.get(key) ?? []), file]);
  }
  const byPath = new Map(files.map((file) => [pathKey(file.path), file]));
  const named = (text: string): readonly ArchivedFile[] => {
    const exact = byPath.get(pathKey(text));
    return exact ? [exact] : (byName.get(pathKey(text)) ?? []);
  };
  return {
    pathOf: (text) => named(text)[0]?.path ?? null,
    identityOf(name) {
      const [file, ...others] = named(name);
      return file && others.length === 0 ? file.identity : null;
    },
    require(name) {
      const [file, ...others] = named(name);
      if (!file) throw refused(files.length === 0 ? WITHOUT_FILES : UNKNOWN);
      if (others.length > 0) throw refused(AMBIGUOUS);
      if (file.fault) throw refused(file.fault);
      return file;
    },
  };
}

const WITHOUT_FILES = {
  code: 'files-missing',
  message:
    'There are no files beside this sheet. Put it and its files into one ZIP, and upload that.',
};
const UNKNOWN = { code: 'file-unknown', message: 'The ZIP has no file of this name.' };
const AMBIGUOUS = {
  code: 'file-ambiguous',
  message: 'Several files of the ZIP have this name. Write the folder before it.',
};

const refused = (why: { readonly code: string; readonly message: string }) =>
  invalid([{ field: 'file', ...why }]);
