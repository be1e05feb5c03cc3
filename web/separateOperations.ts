import type { Plugin } from 'vite';

const FILE = /\/web\/data\/operations\.generated\.ts$/;
const ONE = /\/web\/data\/operations\.generated\.ts\?operation=(\w+)$/;
const OPERATION = /^export const (\w+) = .*$/gm;

/**
 * Makes a module of each GraphQL operation of the client, so that a screen comes with those that it
 * sends: all of them together are 16 kB.
 */
export function separateOperations(): Plugin {
  const operations = new Map<string, string>();
  return {
    name: 'separate-operations',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (ONE.test(id) ? id : null),
    load(id) {
      const [, name] = ONE.exec(id) ?? [];
      const code = name === undefined ? undefined : operations.get(name);
      return code === undefined ? null : { code, moduleType: 'ts', moduleSideEffects: false };
    },
    transform(code, id) {
      if (!FILE.test(id)) return;
      for (const [line, name = ''] of code.matchAll(OPERATION)) {
        const value = line.replace(/ as unknown as DocumentNode<.*$/, ';');
        // A table of operations comes with those that stand in it.
        const needed = value.includes('{"kind"') ? [] : value.match(/\w+Document/g);
        const imports = needed?.map((one) => `import { ${one} } from '${id}?operation=${one}';`);
        operations.set(name, [...(imports ?? []), value].join('\n'));
      }
      const exported = [...operations.keys()].map(
        (name) => `export { ${name} } from '${id}?operation=${name}';`,
      );
      return { code: exported.join('\n'), moduleSideEffects: false };
    },
  };
}
