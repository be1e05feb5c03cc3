import { generateKeyPairSync, sign } from 'node:crypto';

/** A new key for `localhost` and its certificate, which is its own authority, both in PEM. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const authority = sequence(BASIC_CONSTRAINTS, octets(sequence(der(0x01, Buffer.of(0xff)))));
  const forHost = octets(sequence(der(0x82, Buffer.from('localhost'))));
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    sequence(ECDSA_WITH_SHA256),
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority, sequence(ALTERNATIVE_NAME, forHost))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, sequence(ECDSA_WITH_SHA256), signature);
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value of ASN.1 (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...(length < 128 ? [length] : long)), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (part: Buffer) => der(0x31, part);
const integer = (value: number) => der(0x02, Buffer.of(value));
const octets = (part: Buffer) => der(0x04, part);
const utcTime = (text: string) => der(0x17, Buffer.from(text));
const identifier = (...bytes: number[]) => der(0x06, Buffer.from(bytes));

const COMMON_NAME = identifier(0x55, 0x04, 0x03);
const BASIC_CONSTRAINTS = identifier(0x55, 0x1d, 0x13);
const ALTERNATIVE_NAME = identifier(0x55, 0x1d, 0x11);
const ECDSA_WITH_SHA256 = identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
