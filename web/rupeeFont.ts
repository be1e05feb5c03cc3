import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const PATH = 'virtual:rupee.woff2';
/** The file of Inter in which the sign of the rupee is, among 1,500 others. */
const SOURCE = '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';

/**
 * The sign of the rupee in Inter, as a font of its own: 1 kB in place of 85 kB. `ui/rupee.css` asks
 * for it as `virtual:rupee.woff2`; while Vite serves, that is the large file.
 */
export function rupeeFont(): Plugin {
  const source = createRequire(import.meta.url).resolve(SOURCE);
  let isBuild = false;
  return {
    name: 'rupee-font',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async transform(code, id) {
      if (!id.includes('/ui/rupee.css')) return;
      if (!isBuild) return code.replace(PATH, source);
      const font = await subsetFont(await readFile(source), '₹', { targetFormat: 'woff2' });
      const file = this.emitFile({ type: 'asset', name: 'rupee.woff2', source: font });
      return code.replace(PATH, `__VITE_ASSET__${file}__`);
    },
  };
}
