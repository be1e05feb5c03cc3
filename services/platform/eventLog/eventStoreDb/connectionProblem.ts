import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type EventStoreAddress, isWithoutTls } from './address.js';

/** Longest wait for a server that says nothing, in milliseconds. */
const TIMEOUT_MS = 1_000;

/**
 * Why no connection comes about, in a sentence for the operator; null when the servers may merely
 * be away. The client does not tell: of a failed discovery it keeps no reason at all.
 */
export async function connectionProblem(address: EventStoreAddress): Promise<string | null> {
  const { tlsCAFile } = address.options;
  const ca = tlsCAFile ? await readFile(tlsCAFile) : undefined;
  const wantsTls = !isWithoutTls(address);
  const problems = await Promise.all(
    address.hosts.map(async (host) => sentenceOn(host, await handshakeWith(host, ca), wantsTls)),
  );
  return problems.find((problem) => problem !== null) ?? null;
}

/** With the code of the error, if there was one. */
type Handshake = readonly [isTls: boolean, code: string];

const handshakeWith = (address: string, ca: Buffer | undefined): Promise<Handshake> =>
  new Promise((resolve) => {
    const [host = '', port] = address.split(':');
    const servername = isIP(host) ? undefined : host;
    const socket = connect({
      ...{ host, port: Number(port), ca, servername, rejectUnauthorized: false },
      ...{ ALPNProtocols: ['h2'], timeout: TIMEOUT_MS },
    });
    const end = (isTls: boolean, code = '') => {
      socket.destroy();
      resolve([isTls, code]);
    };
    // A text, whatever its type says.
    const problem = () => (socket.authorized ? '' : String(socket.authorizationError));
    socket.once('secureConnect', () => end(true, problem()));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(false, code));
    socket.once('timeout', () => end(false));
  });

const UNRESOLVED = /^(ENOTFOUND|EAI_AGAIN)$/;
/** What OpenSSL makes of an answer that is no TLS. */
const NO_TLS =
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE))$/;
const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/;

function sentenceOn(host: string, [isTls, code]: Handshake, wantsTls: boolean): string | null {
  const server = `The event store at ${host}`;
  if (UNRESOLVED.test(code))
    return `${server} is not found: its name cannot be resolved (${code}).`;
  if (isTls && !wantsTls) return `${server} wants TLS: leave tls=false out of EVENTSTORE_URL.`;
  if (wantsTls && NO_TLS.test(code))
    return `${server} speaks without TLS: put tls=false into EVENTSTORE_URL, if the network is yours alone.`;
  if (!isTls || code === '') return null;
  return UNKNOWN_AUTHORITY.test(code)
    ? `The authority of the certificate of ${host} is not known (${code}): name its file with tlsCAFile in EVENTSTORE_URL.`
    : `The certificate of ${host} does not hold (${code}).`;
}
