import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type Dice, dice as diceOf } from '../demo/dice.js';

/** The body of a request, and its text where it is no JSON. */
export interface RandomOperation {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
}

/** Levels of fields below a root field. */
const DEEPEST = 4;
/** Records that exist have numbers like these. */
const LIKELY_IDS = [1, 2, 3, 100, 200, 101];

/** What people do not type, as JSON. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '\u{1f9ff}'.repeat(50),
  '%',
  '_\\%',
  "' OR 1=1 --",
  '{"$ne":1}',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'a\r\nSet-Cookie: b=c',
  '<script>alert(1)</script>',
  '99999999999999999999',
  '-1',
  '1e309',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  'x'.repeat(5000),
  0,
  -1,
  2_147_483_647,
  2_147_483_648,
  1e300,
  0.5,
  true,
  null,
  [],
  [[]],
  {},
];

/** Draws operations from a schema: most are well-formed, and some are wrong in one way or another. */
export function randomOperations(schema: GraphQLSchema, seed: number): () => RandomOperation {
  const dice = diceOf(seed);
  let count = 0;
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => !!type);

  /** A value that a field may be given, or not. */
  const valueFor = (type: GraphQLInputType, depth = 0): unknown => {
    if (dice.chance(0.02)) return dice.pick(HOSTILE);
    if (isNonNullType(type)) return setValueFor(type.ofType, depth);
    return dice.chance(0.1) ? null : setValueFor(type, depth);
  };

  const setValueFor = (type: GraphQLInputType, depth: number): unknown => {
    if (isListType(type)) {
      return Array.from({ length: dice.below(4) }, () => valueFor(type.ofType, depth));
    }
    if (isEnumType(type)) return { enum: dice.pick(type.getValues()).name };
    if (isInputObjectType(type)) return objectFor(Object.values(type.getFields()), depth);
    return scalarFor(type.name);
  };

  const objectFor = (
    fields: readonly { name: string; type: GraphQLInputType }[],
    depth: number,
  ): object =>
    Object.fromEntries(
      fields
        .filter(({ type }) => (isNonNullType(type) ? dice.chance(0.99) : dice.chance(0.4)))
        .map(({ name, type }) => [name, valueFor(type, depth + 1)]),
    );

  const scalarFor = (name: string): unknown => {
    switch (name) {
      case 'Int':
        return dice.chance(0.8) ? dice.pick(LIKELY_IDS) : dice.below(1000) - 100;
      case 'Float':
        return dice.below(1e6) / 100;
      case 'Boolean':
        return dice.chance(0.5);
      case 'LocalDate':
        return `20${dice.digits(2)}-${dice.digits(2)}-${dice.digits(2)}`;
      case 'ID':
        return `fuzz-${dice.digits(6)}`;
      default:
        return dice.pick([
          'Asha Nair',
          '9876543210',
          '12500.50',
          '01/04/2026',
          'health',
          'a',
          'IN',
        ]);
    }
  };

  const argumentsOf = (args: readonly GraphQLArgument[]): string => {
    const given = objectFor(args, 0);
    const texts = Object.entries(given).map(([name, value]) => `${name}: ${literal(value)}`);
    return texts.length > 0 ? `(${texts.join(', ')})` : '';
  };

  const fieldText = (field: GraphQLField<unknown, unknown>, depth: number): string => {
    // Most names are of one field each: two fields of one name are no operation.
    const alias = dice.chance(0.98) ? `a${count++}: ` : '';
    const name = dice.chance(0.002) ? `${field.name}X` : field.name;
    const type = getNamedType(field.type);
    const below = isObjectType(type) ? selectionText(type, depth + 1) : '';
    return `${alias}${name}${argumentsOf(field.args)}${directive()}${below}`;
  };

  const directive = (): string =>
    dice.chance(0.03)
      ? ` @${dice.pick(['include', 'skip', 'defer'])}(if: ${dice.chance(0.5)})`
      : '';

  const selectionText = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const from = depth >= DEEPEST ? leaves : fields;
    const chosen =
      from.length === 0 ? [] : Array.from({ length: 1 + dice.below(4) }, () => dice.pick(from));
    const texts = chosen.map((field) => fieldText(field, depth));
    if (dice.chance(0.01)) texts.push('...Named');
    if (dice.chance(0.05)) texts.push(`... on ${type.name} { __typename }`);
    return ` { ${['__typename', ...texts].join(' ')} }`;
  };

  return () => {
    const root = dice.pick(roots);
    const kind = root === schema.getMutationType() ? 'mutation' : 'query';
    const fields = Object.values(root.getFields());
    count = 0;
    const asked = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(fields));
    const text = asked.map((field) => fieldText(field, 0)).join(' ');
    const named = text.includes('...Named')
      ? ` fragment Named on ${dice.pick(['Query', 'Customer', 'Policy'])} { __typename ${dice.chance(0.2) ? '...Named' : ''} }`
      : '';
    const query = broken(`${kind} { ${text} }${named}`, dice);
    return {
      query,
      ...(dice.chance(0.1) ? { variables: { a: dice.pick(HOSTILE) } } : {}),
      ...(dice.chance(0.03) ? { operationName: 'Nobody' } : {}),
    };
  };
}

/** One in ten is torn, doubled, or has a sign too many. */
function broken(text: string, dice: Dice): string {
  if (!dice.chance(0.1)) return text;
  const at = dice.below(text.length);
  switch (dice.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) + dice.pick(['{', '}', '"', '$x', '!', '\u0000', '...']) + text.slice(at)
      );
    case 2:
      return `${text} ${text}`;
    default:
      return text.slice(0, at) + text.slice(at + 1 + dice.below(5));
  }
}

/** As GraphQL writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('enum' in value) return String(value.enum);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(', ')} }`;
}
