import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './test.js';

/**
 * What a person would notice of an element: what it is, where it lies in the part around it, how
 * large it is, and its colours.
 */
export interface Placed {
  /** How many noted parts are around it. */
  readonly depth: number;
  /** Role and name, with every number as 0. */
  readonly what: string;
  /** Left, top, width, height. */
  readonly box: readonly number[];
  /** Its text, and what is behind it where it is no other than that of the part around it. */
  readonly colours: string;
}

/** An element as it is kept: its colours in light, then in dark. */
interface Kept extends Omit<Placed, 'colours'> {
  readonly light: string;
  readonly dark: string;
}

/** Letters of another version of the same font may be so much wider, in pixels. */
const TOLERANCE = 4;

/** Runs in the page: all that can be used there, headings and parts, in the order of the document. */
function placed(scope: string): Placed[] {
  const NOTED =
    'header, nav, main, aside, form, table, dialog, h1, h2, h3, h4, button, a[href], input, select, ' +
    'textarea, summary, [role]:not([role=presentation], [role=none], [role=row], [role=rowgroup], ' +
    '[role=gridcell], [role=list], [role=group], svg)';
  const SAID_BY_TEXT =
    'h1, h2, h3, h4, button, a, summary, ' +
    '[role=button], [role=tab], [role=menuitem], [role=columnheader], [role=option]';
  /** Of a list only the first are noted: the others look like them. */
  const REPEATED = '[role=row], tr, li, [role=option], article';
  const isLater = (element: Element) => {
    for (let at = element.closest(REPEATED); at; at = at.parentElement?.closest(REPEATED) ?? null) {
      let before = 0;
      for (let next = at.previousElementSibling; next; next = next.previousElementSibling) {
        if (next.matches(REPEATED)) before += 1;
      }
      if (before > 2) return true;
    }
    return false;
  };
  const textOf = (ids: string) =>
    ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby');
    const isSaidByText = element.matches(SAID_BY_TEXT);
    const name =
      element.getAttribute('aria-label') ??
      (by ? textOf(by) : (element as HTMLInputElement).labels?.[0]?.textContent) ??
      (isSaidByText ? element.textContent : '');
    return name
      .replace(/[\s|]+/g, ' ')
      .trim()
      .replace(/\d+/g, '0')
      .replace(/to (light|dark)$/, 'theme')
      .slice(0, 32);
  };
  const roleOf = (element: Element) =>
    element.getAttribute('role') ??
    (element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase());
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const painted = new Map<string, string>();
  /** In hexadecimal, by whatever means it is said; empty where nothing is painted. */
  const hex = (colour: string): string => {
    const known = painted.get(colour);
    if (known !== undefined || !canvas) return known ?? colour;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data];
    const shown = parts[3] === 255 ? parts.slice(0, 3) : parts;
    const text = shown.map((part) => part.toString(16).padStart(2, '0')).join('');
    painted.set(colour, parts[3] === 0 ? '' : `#${text}`);
    return painted.get(colour) ?? '';
  };
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const found: Placed[] = [];
  const around: Element[] = [];
  for (const root of document.querySelectorAll(scope)) {
    for (const element of [root, ...root.querySelectorAll(NOTED)]) {
      if (!isShown(element) || isLater(element)) continue;
      while (around.length > 0 && !around.at(-1)?.contains(element)) around.pop();
      const part = around.at(-1);
      const outer = part?.getBoundingClientRect() ?? { left: 0, top: 0 };
      const own = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const [colour, behind] = [hex(style.color), hex(style.backgroundColor)];
      found.push({
        depth: around.length,
        what: `${roleOf(element)} ${nameOf(element)}`.trim(),
        box: [
          own.left - outer.left + (part?.scrollLeft ?? 0),
          own.top - outer.top + (part?.scrollTop ?? 0),
          own.width,
          own.height,
        ].map(Math.round),
        colours: behind ? `${colour} on ${behind}` : colour,
      });
      around.push(element);
    }
  }
  return found;
}

const lineOf = ({ depth, what, box, light, dark }: Kept): string => {
  const [left, top, width, height] = box;
  return `${' '.repeat(depth)}${what} | ${left},${top} ${width}x${height} | ${light} | ${dark}`;
};

function keptOf(line: string): Kept {
  const [what = '', box = '', light = '', dark = ''] = line.split(' | ');
  const depth = what.length - what.trimStart().length;
  return { depth, what: what.trim(), box: box.split(/[ ,x]/).map(Number), light, dark };
}

/** Whether the colours differ by no more than a rounding. */
function isAlike(one: string, other: string): boolean {
  const parts = (text: string) =>
    (text.match(/[0-9a-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));
  const others = parts(other);
  return (
    one.length === other.length &&
    parts(one).every((part, index) => Math.abs(part - (others[index] ?? 0)) <= 2)
  );
}

/** What is no longer where it was, or no longer looks so; a sentence for each. */
function differing(kept: readonly Kept[], now: readonly Placed[], isDark: boolean) {
  const left = new Map<string, Placed[]>();
  for (const one of now) left.set(one.what, [...(left.get(one.what) ?? []), one]);
  const found: string[] = [];
  for (const { what, box, light, dark } of kept) {
    const one = left.get(what)?.shift();
    if (!one) {
      found.push(`${what}: is gone`);
      continue;
    }
    if (one.box.some((value, index) => Math.abs(value - (box[index] ?? 0)) > TOLERANCE)) {
      found.push(`${what}: was at ${box}, is at ${one.box}`);
    }
    const colours = isDark ? dark : light;
    if (!isAlike(one.colours, colours)) found.push(`${what}: was ${colours}, is ${one.colours}`);
  }
  return [...found, ...[...left.values()].flat().map(({ what }) => `${what}: is new`)];
}

type Theme = 'light' | 'dark';

/**
 * The layouts of a part of the product, kept in a text file: for each place and width what is on the
 * screen, with the colours of both themes.
 */
export function keptLayouts(path: URL, isRenewed: boolean) {
  const kept = new Map<string, Kept[]>();
  const sections = existsSync(path) ? readFileSync(path, 'utf8').split(/^# /m).slice(1) : [];
  for (const section of sections) {
    const [title = '', ...lines] = section.trimEnd().split('\n');
    kept.set(title, lines.map(keptOf));
  }
  const seen = new Map<string, Partial<Record<Theme, Placed[]>>>();
  const titleOf = (page: Page, place: string) => `${place} | ${page.viewportSize()?.width}`;
  const isDark = (page: Page) => page.locator('html.bp6-dark').isVisible();

  const differences = async (page: Page, place: string, scope: string): Promise<string[]> =>
    differing(
      kept.get(titleOf(page, place)) ?? [],
      await page.evaluate(placed, scope),
      await isDark(page),
    );

  return {
    isRenewed,
    differences,
    /** Looks at what is in `scope` now, until it is as it was kept. */
    async look(page: Page, place: string, scope: string): Promise<void> {
      const theme = (await isDark(page)) ? 'dark' : 'light';
      const title = titleOf(page, place);
      if (isRenewed) {
        seen.set(title, { ...seen.get(title), [theme]: await atRest(page, scope) });
        return;
      }
      await expect.soft
        .poll(() => differences(page, place, scope), {
          message: `${title}, ${theme}`,
          timeout: 10_000,
        })
        .toEqual([]);
    },
    /** Keeps what was seen in place of what was kept. */
    renew(): void {
      if (!isRenewed) return;
      const texts = [...seen].map(([title, { light = [], dark = [] }]) => {
        const lines = light.map(({ colours, ...one }, index) => {
          if (dark[index]?.what !== one.what) throw new Error(`Not the same in dark: ${title}`);
          return lineOf({ ...one, light: colours, dark: dark[index].colours });
        });
        return [`# ${title}`, ...lines].join('\n');
      });
      writeFileSync(path, `${texts.join('\n\n')}\n`);
    },
  };
}

export type KeptLayouts = ReturnType<typeof keptLayouts>;

/** Once two looks, a moment apart, see the same. */
async function atRest(page: Page, scope: string): Promise<Placed[]> {
  let last: Placed[] = [];
  await expect
    .poll(
      async () => {
        const before = last;
        last = await page.evaluate(placed, scope);
        return JSON.stringify(last) === JSON.stringify(before);
      },
      { intervals: [300] },
    )
    .toBe(true);
  return last;
}
