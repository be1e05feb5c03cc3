import type { Plugin } from 'vite';

const FILE = /@blueprintjs\/core\/lib\/css\/blueprint\.css$/;

/** Parts of Blueprint that no screen has, by the names of their classes. */
const UNUSED = [
  ...['alert', 'blockquote', 'breadcrumbs?', 'card', 'code', 'compound-tag', 'control-card'],
  ...['dialog-step', 'editable-text', 'entity-title', 'file-(input|upload-input)', 'hotkey'],
  ...['html-table', 'key(-combo)?', 'multistep-dialog', 'navbar', 'non-ideal-state'],
  ...['numeric-input', 'panel-stack2', 'running-text', 'section', 'segmented-control', 'skeleton'],
  ...['slider', 'switch', 'tag', 'toast', 'tree'],
];
const UNUSED_PART = new RegExp(`\\.bp6-(${UNUSED.join('|')})(?![a-z0-9])`);
/** An icon by its name, which would need the font of icons. */
const NAMED_ICON = /^\.bp6-icon-[a-z0-9-]+::before$/;

const RULE = /([^{}]+)(\{[^{}]*\})/g;
const NOT = /:not\([^()]*\)/g;
const COMMA = /,(?![^()]*\))/;

const isUsed = (selector: string): boolean =>
  !NAMED_ICON.test(selector.trim()) && !UNUSED_PART.test(selector.replace(NOT, ''));

/**
 * Leaves out the rules of Blueprint's parts that no screen has, half of its styles: the first screen
 * waits for them. What is drawn with such a part would look bare.
 */
export function withoutUnusedStyles(): Plugin {
  return {
    name: 'without-unused-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler: (code) =>
        code.replace(RULE, (_rule, selectors: string, declarations: string) => {
          const used = selectors.split(COMMA).filter(isUsed);
          return used.length > 0 ? used.join(',') + declarations : '';
        }),
    },
  };
}
