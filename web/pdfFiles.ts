import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const root = dirname(packageFile);

/** What the reader of PDFs asks for by name, when one needs it: with their licences. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm'];
/** Machine code, which the page's policy does not let run. */
const isRun = (name: string): boolean => !name.endsWith('.wasm');

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  return names.filter(isRun).map((name) => `${folder}/${name}`);
}

/** Serves them under `/assets/pdfjs-<version>/`, as `records/documents/pdf` asks for them. */
export function pdfFiles(): Plugin {
  const folder = async () => {
    const { version } = JSON.parse(await readFile(packageFile, 'utf8'));
    return `assets/pdfjs-${version}/`;
  };
  return {
    name: 'pdf-files',
    async generateBundle() {
      const place = await folder();
      const files = (await Promise.all(FOLDERS.map(filesOf))).flat();
      for (const file of files) {
        const source = await readFile(join(root, file));
        this.emitFile({ type: 'asset', fileName: `${place}${file}`, source });
      }
    },
    async configureServer({ middlewares }) {
      const place = `/${await folder()}`;
      const known = new Set((await Promise.all(FOLDERS.map(filesOf))).flat());
      middlewares.use((request, response, next) => {
        const file = (request.url ?? '').startsWith(place) && request.url?.slice(place.length);
        if (!file || !known.has(file)) return next();
        readFile(join(root, file)).then((content) => response.end(content), next);
      });
    },
  };
}
