import { filled, variablesIn } from './placeholders.js';

export const CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;
export type GatewayContentType = (typeof CONTENT_TYPES)[number];

/** How an HTTP gateway is spoken to. URL, body and values of headers are templates. */
export interface GatewayOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: GatewayContentType;
  /** Null: an empty body. */
  readonly body: string | null;
  /**
   * What an answer has when the message was taken: a text in it, or, as `$.type=success` or `$.id`,
   * a field of a JSON answer. Null: any 2xx that is no page and tells of no error.
   */
  readonly success: string | null;
}

/** What every template of a gateway may name, beside the variables of its messages. */
const GATEWAY_VARIABLES = ['to', 'text', 'templateId'] as const;

/**
 * What is wrong with the options, in sentences that name no value of theirs; empty when nothing is.
 * @param variables that messages bring along.
 */
export function gatewayProblems(
  { url, headers, body, contentType }: GatewayOptions,
  variables: readonly string[],
): string[] {
  const known = new Set<string>([...GATEWAY_VARIABLES, ...variables]);
  const samples = Object.fromEntries([...known].map((name) => [name, '1']));
  const templates = { url, body: body ?? '', headers: Object.values(headers).join('\n') };
  const unknown = Object.entries(templates).flatMap(([place, template]) =>
    variablesIn(template)
      .filter((name) => !known.has(name))
      .map((name) => `its ${place} names {{${name}}}, which there is not`),
  );
  if (unknown.length > 0) return unknown;
  const named = new Set(Object.values(templates).flatMap(variablesIn));
  return [
    ...(named.has('to') ? [] : ['neither its address nor its body names {{to}}']),
    ...(isHttp(filled(url, samples)) ? [] : ['its address is not that of an HTTP server']),
    ...(hasCredentials(filled(url, samples))
      ? ['its address holds a user or a password, which go into a header']
      : []),
    ...(hasVariableHost(url) ? ['the server in its address is a variable'] : []),
    ...(contentType === 'application/json' && body !== null && !isJson(filled(body, samples))
      ? ['its body is not JSON; variables stand within the quotes of a text']
      : []),
  ];
}

const isHttp = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** No request can be made to such an address. */
const hasCredentials = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
};

/** What is typed about a customer must not choose where it is sent. */
const hasVariableHost = (url: string): boolean => /^[^/]*\/\/[^/?#]*\{\{/.test(url);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
