import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import * as fontkit from 'fontkit';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;

const fontFile = (path: string) => createRequire(import.meta.url).resolve(path);
const SERIF = fontFile('@fontsource/newsreader/files/newsreader-latin-500-normal.woff2');
const SANS = fontFile('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const styleFiles = ['tokens.css', 'pictures/pictures.css'].map((name) =>
  join(import.meta.dirname, 'landing', name),
);

/**
 * What is shown where somebody shares the page, as a PNG of 1200 × 630: the scene of the page by
 * day, and what it is about. It names no brokerage, since it is made for all of them.
 * @param scene an SVG whose colours are those of the page's style sheets
 */
export async function sharePicture(scene: string): Promise<Buffer> {
  const styles = lightColours((await Promise.all(styleFiles.map(readText))).join('\n'));
  const inner = scene.replace(/^<svg[^>]*>|<\/svg>$/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<style>${styles}</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbf8f1"/>
<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1440 800" preserveAspectRatio="xMaxYMax slice">${inner}</svg>
<g fill="#12231f">
${words(SERIF, 'Trusted and', 68, 128)}
${words(SERIF, 'comprehensive', 68, 202)}
${words(SERIF, 'insurance solutions', 68, 276)}
</g>
<g fill="#4b5d58">${words(SANS, 'Life · Health · Motor · Travel · Property · Business', 24, 336)}</g>
</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8');

/** One line as a path: what draws the picture knows no web fonts. */
function words(file: string, text: string, size: number, baseline: number): string {
  const font = fontkit.openSync(file);
  if (!('layout' in font)) throw new Error(`${file} holds several fonts`);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  const outlines = glyphs.map((glyph, nth) => {
    const at = x;
    x += positions[nth]?.xAdvance ?? 0;
    return `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
  });
  const place = `translate(${MARGIN} ${baseline}) scale(${scale} ${-scale})`;
  return `<g transform="${place}">${outlines.join('')}</g>`;
}

/** The rules with every colour by day, and without custom properties. */
function lightColours(css: string): string {
  const light = css
    .replace(/\/\*.*?\*\/|@font-face \{.*?\}/gs, '')
    .replace(/light-dark\(\s*((?:[^(),]|\([^)]*\))+),(?:[^()]|\([^)]*\))*\)/g, '$1');
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of light.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    if (!values.has(name)) values.set(name, value);
  }
  return light
    .replace(/--[\w-]+:[^;]+;/g, '')
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => values.get(name) ?? 'none');
}
