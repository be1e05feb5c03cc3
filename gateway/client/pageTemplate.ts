/** What a page is filled with. A list is repeated; null and an empty list leave a section out. */
export interface PageValues {
  readonly [name: string]: string | null | readonly PageValues[];
}

/** A tag, or the text between two. */
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
 * @throws Error for a name without a value, and for a section that is not closed
 */
export function fillPage(template: string, values: PageValues): string {
  // Text, sign, name, text, sign, name, …, text.
  const parts = template.split(new RegExp(TAG, 'g'));
  let at = 0;

  const section = (scopes: readonly PageValues[], closing: string | null): string => {
    let filled = '';
    for (;;) {
      filled += parts[at] ?? '';
      if (at + 1 >= parts.length) {
        if (closing !== null) throw new Error(`{{#${closing}}} of the page is not closed`);
        return filled;
      }
      const sign = parts[at + 1] ?? '';
      const name = parts[at + 2] ?? '';
      at += 3;
      if (sign === '/') {
        if (name !== closing) throw new Error(`{{/${name}}} of the page closes nothing`);
        return filled;
      }
      filled += tag(sign, name, scopes);
    }
  };

  const tag = (sign: string, name: string, scopes: readonly PageValues[]): string => {
    const value = scopes.find((scope) => name in scope)?.[name];
    if (value === undefined) throw new Error(`The page asks for {{${name}}}, which has no value`);
    if (sign !== '#' && sign !== '^') {
      const text = typeof value === 'string' ? value : '';
      return sign === '&' ? text : escaped(text);
    }
    const isSet = typeof value === 'string' ? value !== '' : value !== null && value.length > 0;
    const begin = at;
    const rounds = typeof value === 'object' && value !== null ? value : [{}];
    if (sign === '^' || !isSet) {
      const inside = section(scopes, name);
      return (sign === '^') !== isSet ? inside : '';
    }
    return rounds
      .map((inner) => {
        at = begin;
        return section([inner, ...scopes], name);
      })
      .join('');
  };

  return section([values], null);
}
