import type { DefinitionNode } from 'graphql';
import type { Plugin } from 'vite';

const FILE = /\/web\/data\/operations\.generated\.ts$/;
const ONE = /\/web\/data\/operations\.generated\.ts\?operation=(\w+)$/;
/** `export const CustomerListDocument = {…} as unknown as DocumentNode<…>;`, or a table of such. */
const EXPORT = /^export const (\w+) = (\{.*?\})(?: as unknown as DocumentNode<.*)?;$/gm;

/**
 * Makes a module of each GraphQL operation of the client, so that a screen comes with those that it
 * sends: all of them together are 16 kB. What several of them ask for is a module, too.
 */
export function separateOperations(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: 'separate-operations',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (ONE.test(id) ? id : null),
    load(id) {
      const [, name] = ONE.exec(id) ?? [];
      const code = name === undefined ? undefined : modules.get(name);
      return code === undefined ? null : { code, moduleType: 'ts', moduleSideEffects: false };
    },
    transform(code, id) {
      if (!FILE.test(id)) return;
      const add = (name: string, value: string, needed: readonly string[]) => {
        const imports = needed.map((one) => `import { ${one} } from '${id}?operation=${one}';`);
        modules.set(name, [...imports, `export const ${name} = ${value};`].join('\n'));
      };
      const exported = [...code.matchAll(EXPORT)].map(([, name = '', value = '']) => {
        if (!value.startsWith('{"kind"')) add(name, value, value.match(/\w+Document/g) ?? []);
        else {
          const { definitions } = JSON.parse(value) as { definitions: DefinitionNode[] };
          const needed: string[] = [];
          const parts = definitions.map((definition) => {
            const part = JSON.stringify(definition);
            if (definition.kind !== 'FragmentDefinition') return part;
            const fragment = `${definition.name.value}Definition`;
            add(fragment, part, []);
            needed.push(fragment);
            return fragment;
          });
          add(name, `{"kind":"Document","definitions":[${parts.join()}]}`, needed);
        }
        return `export { ${name} } from '${id}?operation=${name}';`;
      });
      return { code: exported.join('\n'), moduleSideEffects: false };
    },
  };
}
