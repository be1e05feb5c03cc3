import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = { br: promisify(brotliCompress), gz: promisify(gzip) };
/** Fonts and pictures are compressed already. */
const TEXT = /\.(js|mjs|css|svg|json)$/;
/** Bytes: below, there is nothing to be gained. */
const SMALLEST = 400;

/** Lays a `.br` and a `.gz` beside each built file of text: done once here, not for each visitor. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      const compressFile = async (name: string): Promise<void> => {
        const path = join(dir, name);
        if ((await stat(path)).size < SMALLEST) return;
        const content = await readFile(path);
        for (const [ending, compressed] of Object.entries(compress)) {
          await writeFile(`${path}.${ending}`, await compressed(content));
        }
      };
      await Promise.all(names.filter((name) => TEXT.test(name)).map(compressFile));
    },
  };
}
