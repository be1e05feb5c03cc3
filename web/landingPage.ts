import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite';
import { sharePicture } from './sharePicture.js';

const PAGE = '/landing.html';
/** In the same fonts, and often the first that somebody opens: a link leads to them. */
const VISITORS_PAGE = /^\/(quote|accept)\.html$/;
const entry = join(import.meta.dirname, 'landing/prerender.tsx');

interface Prerendering {
  prerender(): string;
  scene(): string;
}

interface Picture {
  /** Beside the other files of the build, with a hash of its content. */
  readonly fileName: string;
  readonly source: Buffer;
}

/** Asked for with the page, for its first words: what comes later is not shown (`optional`). */
const FIRST_FONTS = /\/(newsreader-latin-500|inter-latin-wght)-normal.*\.woff2$/;

const loaded = async (): Promise<Prerendering> => (await runnerImport<Prerendering>(entry)).module;

async function makePicture(): Promise<Picture> {
  const source = await sharePicture((await loaded()).scene());
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { fileName: `assets/share-${hash}.png`, source };
}

/** Puts the markup of `landing/` into `landing.html`, so that it is there without JavaScript. */
export function landingPage(): Plugin {
  let picture: Promise<Picture> | null = null;
  const sharedPicture = () => {
    picture ??= makePicture();
    return picture;
  };

  return {
    name: 'landing-page',
    async generateBundle() {
      this.emitFile({ type: 'asset', ...(await sharedPicture()) });
    },
    transformIndexHtml: {
      // Behind Vite's own: what it reads in the body it takes for files of the build.
      order: 'post',
      async handler(html, { path, bundle }) {
        if (bundle && VISITORS_PAGE.test(path)) {
          return html.replace('</head>', (end) => `${preloads(bundle)}${end}`);
        }
        if (path !== PAGE) return html;
        const body = (await loaded()).prerender();
        const page = html.replace('<body></body>', () => `<body>${body}</body>`);
        if (!bundle) return withAllSet(page);
        const head = preloads(bundle) + pictureTags(await sharedPicture());
        return page.replace('</head>', (end) => `${head}${end}`);
      },
    },
  };
}

/** Where no gateway fills it: as if everything were set, to the name of its slot. */
const withAllSet = (page: string): string =>
  page.replace(/\{\{\^(\w+)\}\}.*?\{\{\/\1\}\}/gs, '').replace(/\{\{[#/]\w+\}\}/g, '');

const preloads = (bundle: NonNullable<IndexHtmlTransformContext['bundle']>): string =>
  Object.keys(bundle)
    .filter((name) => FIRST_FONTS.test(name))
    .map((name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>\n`)
    .join('');

const pictureTags = ({ fileName }: Picture): string =>
  `<meta property="og:image" content="{{origin}}/${fileName}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="A house and boats on the backwaters of Kerala">
<meta name="twitter:card" content="summary_large_image">
`;
