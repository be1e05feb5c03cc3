#!/usr/bin/env node
/*
 * Verifies a dossier of InsureManager without InsureManager: by this file, Node, and nothing else.
 *
 *     node verifyDossier.mjs dossier-policy-800.json --key 'insuremanager/log/…+a0ba426c+AepK…'
 *
 * It says whether each event of the record is in the log as it was signed, under the key that you
 * have from elsewhere, such as an email with a signed head. Without --key it takes the dossier's word
 * for the key, and says so. With --head FILE it also says whether that head, which somebody has kept,
 * is the dossier's own. Exit code: 0 all is proved, 1 something is not, 2 wrong usage.
 *
 * How it is proved: an event is written as JSON with its keys in order (RFC 8785) and hashed behind a
 * byte 0; the siblings lead to the root of a Merkle tree (RFC 6962); the root is in a note that is
 * signed by Ed25519 (C2SP signed-note).
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
/** What is printed comes from somebody else. */
const plain = (text) => String(text).replace(/[^\x20-\x7e]/g, '?');
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
const ED25519 = Buffer.of(1);

function inOrder(value) {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${inOrder(value[name])}`).join(',')}}`;
}

/** RFC 9162, section 2.1.3.2. */
function rootOf(leaf, { index, size }, path) {
  let [at, last, root] = [index, size - 1, leaf];
  if (!(at >= 0 && at <= last)) return null;
  for (const sibling of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = sha256(NODE, sibling, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      root = sha256(NODE, root, sibling);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** What a signed note says; null when the holder of the key did not sign it. */
function openNote(note, key) {
  const [text, signature] = note.replaceAll('\r\n', '\n').trim().split('\n\n— ');
  const [name, id, ...encoded] = key.split('+');
  const bytes = Buffer.from(encoded.join('+'), 'base64').subarray(1);
  const [signer, signed] = (signature ?? '').trim().split(' ');
  const [origin, size, root, at] = `${text}\n`.split('\n');
  if (bytes.length !== 32 || signer !== name || origin !== name || !signed) return null;
  if (sha256(`${name}\n`, ED25519, bytes).toString('hex', 0, 4) !== id) return null;
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const isSigned = verify(
    null,
    Buffer.from(`${text}\n`),
    publicKey,
    Buffer.from(signed, 'base64').subarray(4),
  );
  return isSigned ? { size: Number(size), root: Buffer.from(root, 'base64'), at } : null;
}

function main() {
  const [file, ...options] = process.argv.slice(2);
  const given = (name) => options[options.indexOf(name) + 1];
  const isRight = options.every((one, nth) => nth % 2 === 1 || ['--key', '--head'].includes(one));
  if (!file || options.length % 2 === 1 || !isRight) {
    console.error('Usage: node verifyDossier.mjs DOSSIER.json [--key KEY] [--head FILE]');
    return 2;
  }
  const dossier = JSON.parse(readFileSync(file, 'utf8'));
  if (dossier.format !== 'insuremanager-dossier/1') {
    console.error(`${file} is no dossier that this program knows.`);
    return 2;
  }
  const key = options.includes('--key') ? given('--key') : dossier.key;
  const problems = [];
  const head = openNote(dossier.head, key);
  if (dossier.events.length === 0) problems.push('There are no events in it.');
  if (!head) problems.push('The head of the log is not signed by this key.');
  for (const [nth, { index, path, event }] of dossier.events.entries()) {
    const name = plain(`${event.stream}@${event.revision} ${event.type}`);
    const siblings = path.map((hash) => Buffer.from(hash, 'base64'));
    const leaf = sha256(LEAF, inOrder(event));
    const root = head && rootOf(leaf, { index, size: head.size }, siblings);
    if (head && !root?.equals(head.root)) problems.push(`Not in the log as signed: ${name}`);
    if (event.stream !== dossier.stream) problems.push(`Of another record: ${name}`);
    if (event.revision !== String(nth)) problems.push(`Out of order, or one is missing: ${name}`);
    const { actor, occurredAt } = event.metadata;
    console.log(plain(`${occurredAt}  ${event.type.padEnd(28)} ${actor.username} (${actor.role})`));
  }
  if (options.includes('--head')) {
    const kept = openNote(readFileSync(given('--head'), 'utf8'), key);
    if (!kept) problems.push('The head that was kept is not signed by this key.');
    else if (head && (kept.size !== head.size || !kept.root.equals(head.root)))
      problems.push(`The head that was kept is another one: over ${kept.size} events.`);
  }
  console.log('');
  if (head) console.log(`Signed ${head.at} over ${head.size} events.`);
  if (!options.includes('--key'))
    console.log(`The key is the dossier's own. Compare it with one that you know: ${plain(key)}`);
  for (const problem of problems) console.log(`NOT PROVED: ${problem}`);
  if (problems.length > 0) return 1;
  const { length } = dossier.events;
  console.log(
    `Proved: the first ${length} events of ${plain(dossier.stream)}, as they were signed.`,
  );
  console.log('Later ones may have been left out: a dossier cannot show that there are none.');
  return 0;
}

process.exitCode = main();
