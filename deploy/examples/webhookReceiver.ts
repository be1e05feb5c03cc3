/**
 * An example of another system that is told by webhooks: it checks each signature, passes over what
 * comes twice, and prints a line for each message. To be copied: it knows nothing of our code.
 *
 *     npm run build
 *     WEBHOOK_SECRET=whsec_… node deploy/dist/examples/webhookReceiver.js 8080
 *
 * What each message says is in `GET /api/asyncapi.json`; what a receiver can rely on, in
 * docs/integration.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';

/** Whoever sends again what was sent long ago is refused; so is a clock that is wrong by as much. */
const TOLERANCE_SECONDS = 300;
const LARGEST_BODY = 1_000_000;

export interface Message {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  /** The record, such as policy-12: messages of one come in order. */
  readonly key?: string;
  readonly data: object;
}

/**
 * Whether a message is from who has the secret, by the algorithm of Standard Webhooks: HMAC-SHA256
 * over `id.timestamp.body` under the bytes behind `whsec_`. Several signatures stand in the header
 * while a secret is replaced; one that is right is enough.
 */
function isGenuine(
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
  now = Date.now(),
): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/**
 * Answers 204 once a message is dealt with, so that it is sent again otherwise; 401 where it is not
 * genuine. @param handle is called once for each message, as long as the program runs
 */
export function createReceiver(secret: string, handle: (message: Message) => unknown): Server {
  const handled = new Set<string>();
  return createServer(async (request, response) => {
    const answer = (status: number) => response.writeHead(status).end();
    try {
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of request) {
        size += part.length;
        if (size > LARGEST_BODY) return answer(413);
        parts.push(part);
      }
      const body = Buffer.concat(parts).toString('utf8');
      if (!isGenuine(request.headers, body, secret)) return answer(401);
      const id = String(request.headers['webhook-id']);
      if (!handled.has(id)) await handle(JSON.parse(body) as Message);
      // A real one keeps them where they outlive it, in the transaction that does the work.
      handled.add(id);
      return answer(204);
    } catch (error) {
      process.stderr.write(`${error}\n`);
      return answer(500);
    }
  });
}

function main(port: number, secret: string): void {
  createReceiver(secret, ({ type, key, data }) => {
    process.stdout.write(`${type} ${key ?? ''} ${JSON.stringify(data)}\n`);
  }).listen(port, () => process.stdout.write(`Listening on port ${port}.\n`));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { WEBHOOK_SECRET } = process.env;
  if (WEBHOOK_SECRET) main(Number(process.argv[2] ?? 8080), WEBHOOK_SECRET);
  else process.stderr.write('WEBHOOK_SECRET is missing.\n');
}
