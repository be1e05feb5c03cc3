import type { Plugin } from 'vite';

const SCHEMAS = /zod\/v4\/classic\/schemas\.js$/;
const PROCESSOR = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const METHOD = /\bcreate(?:Standard|To)JSONSchemaMethod\(/g;

/**
 * Leaves out what makes JSON Schemas of zod's, of which the client makes none: some 4 kB of each
 * list. Asked for one all the same, a schema would say that it has no such function.
 */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: SCHEMAS },
      handler(code) {
        const without = code.replace(PROCESSOR, '').replace(METHOD, '(undefined)(');
        if (without.includes('processJSONSchema'))
          this.error('zod makes JSON Schemas in another way');
        return { code: without, map: null };
      },
    },
  };
}
