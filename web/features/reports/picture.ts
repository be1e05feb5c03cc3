import { saveFile } from '../../ui/saveFile';

/** What of the style of an element is drawn: a picture by itself knows no style sheet of the page. */
const DRAWN = [
  ...['fill', 'stroke', 'stroke-width', 'opacity', 'fill-opacity', 'font-size', 'font-weight'],
  ...['text-anchor', 'dominant-baseline', 'paint-order'],
];
const FONT = 'Inter, system-ui, sans-serif';
/** Pixels of the picture for one of the screen. */
const SCALE = 2;
const ROOM = 24;
const TITLE = 20;

/** A copy of a chart that needs nothing of the page. */
function standalone(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original);
    const target = copies[at];
    if (!target) continue;
    target.removeAttribute('style');
    for (const name of DRAWN) target.setAttribute(name, style.getPropertyValue(name));
    target.setAttribute('font-family', FONT);
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

async function drawn(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const text = new XMLSerializer().serializeToString(svg);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves the charts of a report as one PNG, each below the other, in the colours of the page. */
export async function saveCharts(
  frame: HTMLElement,
  { title, fileName }: { title: string; fileName: string },
): Promise<void> {
  const parts = await Promise.all(
    [...frame.querySelectorAll('figure')].flatMap((figure) => {
      const svg = figure.querySelector<SVGSVGElement>('svg[role="img"], svg');
      const caption = figure.querySelector('figcaption')?.innerText.replaceAll(/\s+/g, ' ') ?? '';
      if (!svg) return [];
      const { width, height } = svg.getBoundingClientRect();
      return [drawn(standalone(svg)).then((image) => ({ image, caption, width, height }))];
    }),
  );
  const width = Math.max(...parts.map((part) => part.width)) + 2 * ROOM;
  const height = parts.reduce((sum, part) => sum + part.height + ROOM + TITLE, ROOM + TITLE);
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures');
  const style = getComputedStyle(frame);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  context.scale(SCALE, SCALE);
  context.fillStyle = colour('--panel');
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'top';
  context.fillStyle = colour('--ink');
  context.font = `600 16px ${FONT}`;
  context.fillText(title, ROOM, ROOM - 6);
  let y = ROOM + TITLE;
  for (const part of parts) {
    context.fillStyle = colour('--ink-muted');
    context.font = `13px ${FONT}`;
    context.fillText(part.caption, ROOM, y);
    context.drawImage(part.image, ROOM, y + TITLE, part.width, part.height);
    y += part.height + ROOM + TITLE;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser made no picture');
  saveFile(blob, fileName);
}
