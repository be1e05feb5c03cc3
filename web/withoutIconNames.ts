import type { Plugin } from 'vite';

const NAMES = /@blueprintjs\/icons\/lib\/esm\/generated\/16px\/blueprint-icons-16\.js$/;

/**
 * Leaves out the names of all of Blueprint's icons, 10 kB of each page: every icon here is an
 * element. One that is named would not be drawn, and the console would say so.
 */
export function withoutIconNames(): Plugin {
  return {
    name: 'without-icon-names',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: NAMES },
      handler: () => 'export const BlueprintIcons_16 = {}, BLUEPRINT_ICONS_16_CODEPOINTS = {};',
    },
  };
}
