import { invalid } from '../errors.js';
import type { Vault } from '../vault/vault.js';

/** Whose key seals the cursors: they carry the values at which a page ended, such as a name. */
const SUBJECT = 'list-cursors';

export type CursorValue = string | number;

/** Keyset cursors that tell their holder nothing: they travel in URLs, and the values may be personal. */
export interface ListCursors {
  seal(list: string, values: readonly CursorValue[]): Promise<string>;
  /** @throws invalid when the text is no cursor of that list. */
  open(list: string, cursor: string): Promise<CursorValue[]>;
}

export const createListCursors = (
  vault: Pick<Vault, 'seal' | 'unseal' | 'loadKeys'>,
): ListCursors => ({
  seal: (list, values) => vault.seal(SUBJECT, [list, ...values]),

  async open(list, cursor) {
    await vault.loadKeys([SUBJECT]);
    const [sealedFor, ...values] = unsealed(vault, cursor);
    if (sealedFor !== list) throw notACursor();
    return values;
  },
});

const unsealed = (vault: Pick<Vault, 'unseal'>, cursor: string): CursorValue[] => {
  try {
    const opened = vault.unseal(SUBJECT, cursor);
    return Array.isArray(opened) ? opened : [];
  } catch {
    throw notACursor();
  }
};

const notACursor = () =>
  invalid([
    {
      field: 'cursor',
      code: 'cursor-unknown',
      message: 'This place in the list is not known. Start again from the first page.',
    },
  ]);
