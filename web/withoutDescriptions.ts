import type { Plugin } from 'vite';

const CONTRACTS = /\/contracts\/.*\.ts$/;
const TEXT = /'(?:[^'\\\n]|\\.)*'/.source;
const DESCRIPTION = new RegExp(
  `\\bdescription:\\s*${TEXT},?|\\.describe\\(\\s*${TEXT},?\\s*\\)`,
  'g',
);

/** Leaves out what fields are described with in the APIs, which no screen shows: 1 kB of a list. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACTS },
      handler: (code) => ({ code: code.replace(DESCRIPTION, ''), map: null }),
    },
  };
}
