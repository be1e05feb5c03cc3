import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const entry = join(import.meta.dirname, 'landing/prerender.tsx');

/** Puts the markup of `landing/` into `landing.html`, so that it is there without JavaScript. */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    transformIndexHtml: {
      // Behind Vite's own: what it reads in the body it takes for files of the build.
      order: 'post',
      async handler(html, { path }) {
        if (path !== '/landing.html') return html;
        const { module } = await runnerImport<{ prerender(): string }>(entry);
        return html.replace('<body></body>', () => `<body>${module.prerender()}</body>`);
      },
    },
  };
}
