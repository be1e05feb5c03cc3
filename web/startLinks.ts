import type { Plugin, Rolldown } from 'vite';

const PAGE = '/index.html';
/** What `app/main.ts` begins with. */
const START = /\/web\/app\/start\.tsx$/;
/** What the shell is written in: fetched later, it would move what is read already. */
const FONT = /\/inter-latin-wght-normal.*\.woff2$/;

/**
 * Names in the page what the client starts with, so that it is fetched together with the first
 * script, and not once that has run: on a slow network that is a wait less.
 */
export function startLinks(): Plugin {
  return {
    name: 'start-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (path !== PAGE || !bundle) return [];
        const fonts = Object.keys(bundle).filter((file) => FONT.test(file));
        const files = [...filesOfStart(bundle), ...fonts];
        const others = files.filter((file) => !html.includes(file));
        return others.map((file) => ({
          tag: 'link',
          attrs: { ...attributesOf(file), crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

const STARTED = /\/(rolldown-runtime|first|base|shell)-[^/]*$/;

/** What a script asks for beside another one, less what the client has started with by then. */
export const withoutStart = (
  _file: string,
  files: string[],
  { hostId }: { hostId: string },
): string[] =>
  /\/(index|login|first|base)-/.test(hostId) ? files : files.filter((file) => !STARTED.test(file));

function attributesOf(file: string): Record<string, string> {
  if (file.endsWith('.css')) return { rel: 'preload', as: 'style' };
  if (file.endsWith('.woff2')) return { rel: 'preload', as: 'font', type: 'font/woff2' };
  return { rel: 'modulepreload' };
}

/** The scripts and styles, in the order in which they are imported; without those of the page. */
function filesOfStart(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => START.test(id)));
  if (!start) throw new Error('There is no chunk of app/start');
  const found = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported && !found.has(name)) add(imported);
    }
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), chunk.fileName])
      found.add(file);
  };
  add(start);
  return [...found];
}
