/** What a page is filled with. A list is repeated; null and an empty list leave a section out. */
export interface PageValues {
  readonly [name: string]: string | null | readonly PageValues[];
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly isRaw: boolean }
  | {
      readonly kind: 'section';
      readonly name: string;
      /** Shown where there is no value. */
      readonly isInverted: boolean;
      readonly parts: readonly Part[];
    };

const TAG = /\{\{([#^/&]?)(\w+)\}\}/;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/**
 * Fills a page that was made at build, by the part of Mustache that it needs: `{{name}}` (escaped
 * for HTML), `{{&name}}` (as it is), `{{#name}}…{{/name}}` where there is a value or for each of a
 * list, `{{^name}}…{{/name}}` where there is none. What is filled in is not read for tags again.
 * @throws Error for a name without a value, and for sections that do not match
 */
export const fillPage = (template: string, values: PageValues): string =>
  filled(parsed(template), [values]);

function parsed(template: string): readonly Part[] {
  // Text, sign, name, text, sign, name, …, text.
  const tokens = template.split(new RegExp(TAG, 'g'));
  let at = 0;

  const until = (closing: string | null): Part[] => {
    const parts: Part[] = [{ kind: 'text', text: tokens[at] ?? '' }];
    while (at + 1 < tokens.length) {
      const sign = tokens[at + 1];
      const name = tokens[at + 2] ?? '';
      at += 3;
      if (sign === '/') {
        if (name !== closing) throw new Error(`{{/${name}}} of the page closes nothing`);
        return parts;
      }
      if (sign === '#' || sign === '^') {
        parts.push({ kind: 'section', name, isInverted: sign === '^', parts: until(name) });
      } else {
        parts.push({ kind: 'value', name, isRaw: sign === '&' });
      }
      parts.push({ kind: 'text', text: tokens[at] ?? '' });
    }
    if (closing !== null) throw new Error(`{{#${closing}}} of the page is not closed`);
    return parts;
  };
  return until(null);
}

/** @param scopes the innermost first */
const filled = (parts: readonly Part[], scopes: readonly PageValues[]): string =>
  parts.map((part) => filledPart(part, scopes)).join('');

function filledPart(part: Part, scopes: readonly PageValues[]): string {
  if (part.kind === 'text') return part.text;
  const { name } = part;
  const value = scopes.find((scope) => name in scope)?.[name];
  if (value === undefined) throw new Error(`The page asks for {{${name}}}, which has no value`);
  if (part.kind === 'value') {
    const text = typeof value === 'string' ? value : '';
    return part.isRaw ? text : escaped(text);
  }
  const isSet = value !== null && value.length > 0;
  if (part.isInverted) return isSet ? '' : filled(part.parts, scopes);
  if (!isSet) return '';
  if (typeof value === 'string') return filled(part.parts, scopes);
  return value.map((inner) => filled(part.parts, [inner, ...scopes])).join('');
}
