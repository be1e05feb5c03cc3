/** `{{name}}`, as it stands in a template. */
const PLACEHOLDER = /\{\{\s*([\w-]*)\s*\}\}/g;

/** The variables that a template names, each once. */
export const variablesIn = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** How a value stands within what surrounds it. */
export type Escape = (value: string) => string;

/** @throws when a variable has no value: templates are checked before they are used. */
export const filled = (
  template: string,
  values: Readonly<Record<string, string>>,
  escapeValue: Escape = (value) => value,
): string =>
  template.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`A template names {{${name}}}, which has no value`);
    return escapeValue(value);
  });

/** Within an address, a header, or a form (RFC 3986; a form takes `%20` for a blank, too). */
export const inUrl: Escape = (value) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Within a JSON text, between its quotes. */
export const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);
