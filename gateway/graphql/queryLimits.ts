import { hash } from 'node:crypto';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql';
import { HttpRefusal } from '../problems.js';

/** The longest operation of ours has some 160, an introspection 190. */
export const MOST_TOKENS = 2500;
/** The deepest operation of ours nests five, an introspection ten. */
const DEEPEST_BRACKETS = 50;
const MOST_FRAGMENTS = 50;
const MOST_ROOT_FIELDS = 30;
const MOST_ALIASES = 100;

const OPENING: ReadonlySet<string> = new Set(['{', '(', '[']);
const CLOSING: ReadonlySet<string> = new Set(['}', ')', ']']);

/**
 * Refuses what is too large or too nested before graphql-js parses and validates it: both recurse,
 * and compare every field with every other of its name. What cannot be read is left to the parser,
 * which says where it fails.
 * @throws HttpRefusal 400
 */
export function refuseOversized(text: string): void {
  const digest = text.length > LONGEST_REMEMBERED ? null : hash('sha256', text);
  if (digest !== null && passed.has(digest)) return;
  refuseManyTokens(text);
  const document = parsed(text);
  if (document === null) return;
  const fragments = document.definitions.filter(isFragment);
  if (fragments.length > MOST_FRAGMENTS) {
    throw tooLarge(`A query has at most ${MOST_FRAGMENTS} fragments.`);
  }
  if (aliasesOf(document) > MOST_ALIASES) {
    throw tooLarge(`A query has at most ${MOST_ALIASES} aliases.`);
  }
  const rootFields = fieldCounter(fragments);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (rootFields(definition.selectionSet) > MOST_ROOT_FIELDS) {
      throw tooLarge(`An operation asks for at most ${MOST_ROOT_FIELDS} fields of its root.`);
    }
  }
  if (digest !== null) remember(digest);
}

/**
 * Clients ask for the same again and again. The oldest makes room. Digests, as somebody may have
 * typed what is personal into a text.
 */
const passed = new Set<string>();
/** Our client has some 100 operations, the longest of 2,000 characters. */
const MOST_REMEMBERED = 300;
const LONGEST_REMEMBERED = 5_000;

function remember(digest: string): void {
  const [oldest] = passed;
  if (passed.size === MOST_REMEMBERED && oldest !== undefined) passed.delete(oldest);
  passed.add(digest);
}

/** Reads words and brackets only, without recursion. */
function refuseManyTokens(text: string): void {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let tokens = 0; ; tokens += 1) {
    if (tokens > MOST_TOKENS) throw tooLarge(`A query has at most ${MOST_TOKENS} words and signs.`);
    const kind = nextKind(lexer);
    if (kind === null || kind === TokenKind.EOF) return;
    if (OPENING.has(kind)) depth += 1;
    if (CLOSING.has(kind)) depth -= 1;
    if (depth > DEEPEST_BRACKETS) {
      throw tooLarge(`A query nests at most ${DEEPEST_BRACKETS} brackets.`);
    }
  }
}

/** Null for what is no word of GraphQL. */
function nextKind(lexer: Lexer): TokenKind | null {
  try {
    return lexer.advance().kind;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function parsed(text: string): DocumentNode | null {
  try {
    return parse(text, { noLocation: true, maxTokens: MOST_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

const isFragment = (definition: DefinitionNode): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION;

function aliasesOf(document: DocumentNode): number {
  let aliases = 0;
  visit(document, {
    Field({ alias }) {
      if (alias) aliases += 1;
    },
  });
  return aliases;
}

/**
 * How many fields a selection has once its fragments are spread. Each fragment is counted once; one
 * that contains itself counts nothing: a rule of graphql-js refuses it.
 */
function fieldCounter(fragments: readonly FragmentDefinitionNode[]) {
  const named = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const counted = new Map<string, number>();
  const countOf = ({ selections }: SelectionSetNode): number => {
    let count = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) count += 1;
      else if (selection.kind === Kind.INLINE_FRAGMENT) count += countOf(selection.selectionSet);
      else count += countOfFragment(selection.name.value);
    }
    return count;
  };
  const countOfFragment = (name: string): number => {
    const known = counted.get(name);
    if (known !== undefined) return known;
    counted.set(name, 0);
    const fragment = named.get(name);
    const count = fragment ? countOf(fragment.selectionSet) : 0;
    counted.set(name, count);
    return count;
  };
  return countOf;
}

const tooLarge = (message: string): HttpRefusal => new HttpRefusal(400, 'query-too-large', message);
