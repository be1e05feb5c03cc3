// Types every GraphQL operation of the client from the gateway's committed schema.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildASTSchema, getNamedType, isLeafType, isNonNullType, parse } from 'graphql';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const output = here('./data/operations.generated.ts');
const schemaFile = process.argv[2] ?? here('../gateway/schema.graphql');
if (!existsSync(schemaFile)) throw new Error(`There is no schema at ${schemaFile}`);

const ROOMS = ['data', 'features', 'records'];
const filesIn = async (room) =>
  (await readdir(here(`./${room}`), { recursive: true })).map((path) => `${room}/${path}`);
const operationFiles = (await Promise.all(ROOMS.map(filesIn)))
  .flat()
  .filter((path) => path.endsWith('.graphql'))
  .sort();
const schema = parse(await readFile(schemaFile, 'utf8'));

/** `fragment CustomerFields`: every field of a record that holds no other object. */
const fragmentOf = (type) => {
  const fields = Object.values(type.getFields()).filter((one) =>
    isLeafType(getNamedType(one.type)),
  );
  const names = fields.map(({ name }) => name).join(' ');
  return `fragment ${type.name}Fields on ${type.name} { ${names} }`;
};
const types = buildASTSchema(schema);
const queries = types.getQueryType().getFields();
const mutations = types.getMutationType().getFields();
/** The lists, and what they are pages of. */
const lists = Object.values(queries)
  .filter(({ type }) => /\wPage$/.test(getNamedType(type).name))
  .map((list) => ({ list, type: getNamedType(getNamedType(list.type).getFields().items.type) }));

/** All that is shown of what was found; of a customer whose it is the name. */
const foundIn = (type) =>
  Object.values(type.getFields())
    .map(({ name, type }) => [name, getNamedType(type)])
    .map(([name, type]) => {
      if (isLeafType(type)) return name;
      return `${name} { ${type.name === 'PolicyCustomer' ? 'id name' : foundIn(type)} }`;
    })
    .join(' ');
const found = `fragment FoundRecords on SearchResults { ${foundIn(types.getType('SearchResults'))} }`;

const shown = ['RenewalCard', 'User'].map((name) => types.getType(name));
const fragments = [...[...lists.map(({ type }) => type), ...shown].map(fragmentOf), found];

const documents = await Promise.all(
  operationFiles.map(async (path) => ({
    location: path,
    document: parse(await readFile(here(`./${path}`), 'utf8')),
  })),
);

/** What is asked for of each record: the fragment by hand with what belongs to it, if there is one. */
const rowOf = ({ name }) => {
  const byHand = documents
    .flatMap(({ document }) => document.definitions)
    .find(
      ({ kind, name: own }) => kind === 'FragmentDefinition' && own.value.startsWith(`${name}With`),
    );
  return `...${byHand?.name.value ?? `${name}Fields`}`;
};

const declared = (args) => args.map(({ name, type }) => `$${name}: ${type}`).join(' ');
const given = (args) => args.map(({ name }) => `${name}: $${name}`).join(' ');

/** An operation of a field, by all that it needs. */
const operationOf = (head, field, alias, selection) => {
  if (!field) return '';
  const needed = field.args.filter(({ type }) => isNonNullType(type));
  return `${head}(${declared(needed)}) { ${alias}: ${field.name}(${given(needed)}) { ${selection} } }`;
};

const ENTRY = '...HistoryEntryFields';

/** What is done to records of any type, as far as it can be done to this one. */
const operationsOf = ({ list, type }) => {
  const { name } = type;
  const one = name.charAt(0).toLowerCase() + name.slice(1);
  const row = rowOf(type);
  const saved = `record: ${one} { ${row} }`;
  return {
    list: `query ${name}List(${declared(list.args)} $withCount: Boolean!) {
      ${list.name}(${given(list.args)}) {
        items { ${row} }
        nextCursor
        count @include(if: $withCount) { count exact }
      }
    }`,
    details: operationOf(`query ${name}Details`, queries[one], 'record', row),
    asOf: operationOf(`query ${name}AsOf`, queries[`${one}AsOf`], 'record', row),
    history: operationOf(`query ${name}History`, queries[`${one}History`], 'history', ENTRY),
    create: operationOf(`mutation Create${name}`, mutations[`create${name}`], 'saved', saved),
    update: operationOf(`mutation Update${name}`, mutations[`update${name}`], 'saved', saved),
    remove: operationOf(`mutation Delete${name}`, mutations[`delete${name}`], 'deleted', 'id'),
  };
};
const ofTypes = lists.map(({ list, type }) => [type.name, operationsOf({ list, type })]);
const made = parse([...fragments, ...ofTypes.flatMap(([, all]) => Object.values(all))].join('\n'));

/** `CustomerOperations`: what the screens of a record ask and do beside saving, which its form does. */
const tables = ofTypes
  .filter(([, { history }]) => history)
  .map(([name, all]) => {
    const members = ['details', 'asOf', 'history', 'remove']
      .filter((member) => all[member])
      .map((member) => `${member}: ${/^\w+ (\w+)/.exec(all[member])[1]}Document`);
    return `export const ${name}Operations = { ${members.join(', ')} };\n`;
  });

const config = {
  scalars: { LocalDate: 'string', DateTime: 'string', ID: 'string' },
  enumType: 'string-literal',
  useTypeImports: true,
  skipTypename: true,
};

const code = await codegen({
  filename: output,
  schema,
  documents: [{ location: 'made', document: made }, ...documents],
  config,
  plugins: [{ operations: {} }, { documents: {} }],
  pluginMap: {
    operations: typescriptOperations,
    documents: typedDocumentNode,
  },
});

const header =
  '// Made by `npm run codegen -w web` from gateway/schema.graphql; not to be edited.\n';
await writeFile(output, [header, code, '\n', ...tables].join(''));
console.log(`Typed ${documents.length} file(s) of operations into data/operations.generated.ts`);
