// Types every GraphQL operation of the client from the gateway's committed schema.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildASTSchema, getNamedType, isLeafType, parse } from 'graphql';

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
/** What lists are pages of, and what is shown without one. */
const listed = Object.values(types.getTypeMap())
  .filter(({ name }) => /\wPage$/.test(name))
  .map((page) => getNamedType(page.getFields().items.type));
const shown = ['RenewalCard', 'User'].map((name) => types.getType(name));
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
const fragments = [...[...listed, ...shown].map(fragmentOf), found].join('\n');

const documents = await Promise.all(
  operationFiles.map(async (path) => ({
    location: path,
    document: parse(await readFile(here(`./${path}`), 'utf8')),
  })),
);

const config = {
  scalars: { LocalDate: 'string', DateTime: 'string', ID: 'string' },
  enumType: 'string-literal',
  useTypeImports: true,
  skipTypename: true,
};

const code = await codegen({
  filename: output,
  schema,
  documents: [{ location: 'fields', document: parse(fragments) }, ...documents],
  config,
  plugins: [{ operations: {} }, { documents: {} }],
  pluginMap: {
    operations: typescriptOperations,
    documents: typedDocumentNode,
  },
});

const header =
  '// Made by `npm run codegen -w web` from gateway/schema.graphql; not to be edited.\n';
await writeFile(output, header + code);
console.log(`Typed ${documents.length} file(s) of operations into data/operations.generated.ts`);
