import type { OpenApiDocument } from './document.js';
import type { JsonSchema } from './jsonSchemas.js';
import type { Answer, Operation, Parameter } from './operations.js';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** Text with `code` in backticks. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Focusable, so that what is wider than the screen can be scrolled by key. */
const codeOf = (value: unknown): string =>
  `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`;

/** The document as one page to read: no script, nothing from elsewhere. */
export function docsPage({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(info.title)}: the REST API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header>
<h1>${escaped(info.title)}: the REST API</h1>
<p>${prose(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1); the messages that other
systems get: <a href="/api/asyncapi.json">asyncapi.json</a> (AsyncAPI 3.0)</p>
</header>
<nav aria-label="Operations"><ul>
${operations.map(({ path, method, operation }) => contentsLine(path, method, operation)).join('\n')}
</ul></nav>
<main>
${operations.map(({ path, method, operation }) => section(path, method, operation)).join('\n')}
<h2>Shapes</h2>
${Object.entries(components.schemas).map(shape).join('\n')}
</main>
</body>
</html>
`;
}

const signature = (path: string, method: string): string =>
  `<code><b>${method.toUpperCase()}</b> ${escaped(path)}</code>`;

const contentsLine = (path: string, method: string, { operationId, summary }: Operation): string =>
  `<li><a href="#${operationId}">${signature(path, method)}</a> ${prose(summary)}</li>`;

const section = (path: string, method: string, operation: Operation): string => `
<section id="${operation.operationId}">
<h2>${prose(operation.summary)}</h2>
<p>${signature(path, method)}</p>
${operation.description ? `<p>${prose(operation.description)}</p>` : ''}
${parameterTable(operation.parameters ?? [])}
${operation.requestBody ? `<p>Body: ${content(operation.requestBody)}</p>` : ''}
${answerTable(operation.responses)}
</section>`;

const parameterTable = (parameters: Parameter[]): string =>
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>
${parameters.map(parameterRow).join('\n')}
</tbody></table>`;

const parameterRow = ({ name, in: place, description = '', schema }: Parameter): string =>
  `<tr><td><code>${escaped(name)}</code></td><td>${place}</td>
<td>${prose(description)} <code>${escaped(shortly(schema))}</code></td></tr>`;

const answerTable = (answers: Record<string, Answer>): string =>
  `<table><thead><tr><th>Status</th><th>Meaning</th><th>Body</th></tr></thead><tbody>
${Object.entries(answers).map(answerRow).join('\n')}
</tbody></table>`;

const answerRow = ([status, answer]: [string, Answer]): string => {
  const headers = Object.entries(answer.headers ?? {}).map(
    ([name, { description }]) => `<br><code>${escaped(name)}</code>: ${prose(description)}`,
  );
  return `<tr><td>${status}</td><td>${prose(answer.description)}${headers.join('')}</td>
<td>${content(answer)}</td></tr>`;
};

function content({ content = {} }: Pick<Answer, 'content'>): string {
  const [schema] = Object.values(content).map((body) => body.schema);
  if (!schema) return '';
  return schema.contentMediaType ? Object.keys(content).map(codeSpan).join(' ') : linked(schema);
}

const codeSpan = (text: string): string => `<code>${escaped(text)}</code>`;

/** A link to a named shape, or to that of the items of an array. */
function linked(schema: JsonSchema): string {
  const { $ref, type, items } = schema;
  if (type === 'array') return `array of ${linked(items as JsonSchema)}`;
  const name = String($ref).split('/').at(-1) ?? '';
  return `<a href="#shape-${escaped(name)}">${escaped(name)}</a>`;
}

function shortly(schema: JsonSchema): string {
  const { type, enum: values, format, anyOf, default: usual } = schema;
  const kinds = Array.isArray(anyOf) ? anyOf.map((one: JsonSchema) => shortly(one)) : [];
  const what = Array.isArray(values)
    ? values.join(' | ')
    : [type, format].filter(Boolean).join(' ');
  return [kinds.join(' or ') || what, usual === undefined ? '' : `= ${usual}`]
    .filter(Boolean)
    .join(' ');
}

const shape = ([name, schema]: [string, JsonSchema]): string =>
  `<section id="shape-${escaped(name)}"><h3>${escaped(name)}</h3>${codeOf(schema)}</section>`;

export const docsStyle = `
:root { font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; background: Canvas; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8f99a8; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8f99a8; padding: 0.4rem; text-align: left; vertical-align: top; }
td + td code { overflow-wrap: anywhere; }
section { margin-top: 2.5rem; }
`;
