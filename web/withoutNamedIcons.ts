import type { Plugin } from 'vite';

const LOADER = /@blueprintjs\/icons\/lib\/esm\/iconLoader\.js$/;

/** What `Icon` asks for an icon that it knows by its name only. */
const NONE = `export const Icons = {
  getPaths: () => undefined,
  load: async (name) => console.error('Icons are elements here, so there is none called', name),
};`;

/**
 * Leaves out what finds Blueprint's icons by their names, 12 kB of each page: every icon here is an
 * element. One that is named would not be drawn, and the console would say so.
 */
export function withoutNamedIcons(): Plugin {
  return {
    name: 'without-named-icons',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: LOADER }, handler: () => NONE },
  };
}
