import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, PasskeyRequest } from '../identity.js';

/** What a test has an authenticator do that no honest one does. */
export interface Manner {
  /** Whether it asked for a fingerprint or a PIN. */
  readonly isUserVerified?: boolean;
  /** The page that the browser says it is. */
  readonly origin?: string;
  /** How often it says that it was used; 0: it does not count. */
  readonly counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** An authenticator with one passkey, and the browser around it: as WebAuthn has them. */
export function softAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let userHandle = '';

  const clientData = (type: string, { challenge }: PasskeyRequest, manner: Manner): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: manner.origin ?? origin, crossOrigin: false }),
    );

  const authenticatorData = (extraFlags: number, manner: Manner): Buffer => {
    const { isUserVerified = true, counter = 0 } = manner;
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | extraFlags;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), tail]);
  };

  /** The answer to a browser, with its bytes as base64url. */
  const answer = (response: Record<string, unknown>): PasskeyAnswer => ({
    id: credentialId.toString('base64url'),
    rawId: credentialId.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        value instanceof Buffer ? value.toString('base64url') : value,
      ]),
    ),
  });

  return {
    /** Makes its passkey. */
    create(options: PasskeyRequest, manner: Manner = {}): PasskeyAnswer {
      userHandle = (options.user as { id: string }).id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const authData = Buffer.concat([
        authenticatorData(HAS_KEY, manner),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const clientDataJSON = clientData('webauthn.create', options, manner);
      return answer({ clientDataJSON, attestationObject, transports: ['internal'] });
    },

    /** Proves itself by it. */
    get(options: PasskeyRequest, manner: Manner = {}): PasskeyAnswer {
      const clientDataJSON = clientData('webauthn.get', options, manner);
      const data = authenticatorData(0, manner);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answer({ clientDataJSON, authenticatorData: data, signature, userHandle });
    },
  };
}

// As much CBOR as that needs.

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const cborInteger = (value: number): Buffer =>
  value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
