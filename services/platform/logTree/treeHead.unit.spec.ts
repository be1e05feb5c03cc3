import { describe, expect, it } from 'vitest';
import { leafHash } from './merkle.js';
import { parseNote, signatureCheck, signedNote, signingKeyOf } from './treeHead.js';

const key = signingKeyOf('insuremanager/log/1', Buffer.alloc(32, 7));
const other = signingKeyOf('insuremanager/log/1', Buffer.alloc(32, 8));
const head = { size: 1200, root: leafHash('root'), at: new Date('2026-04-01T03:00:00Z') };

describe('the note of a tree head', () => {
  const note = signedNote(head, key);

  it('says what was signed, in the form of signed notes', () => {
    expect(parseNote(note)).toEqual(head);
    expect(note.split('\n').slice(0, 5)).toEqual([
      'insuremanager/log/1',
      '1200',
      head.root.toString('base64'),
      '2026-04-01T03:00:00.000Z',
      '',
    ]);
    expect(note.split('\n')[5]).toMatch(/^— insuremanager\/log\/1 [A-Za-z0-9+/]+=*$/);
  });

  it('is signed by its key, also with the line ends of an email', () => {
    expect(signatureCheck(key.verifier)(note)).toBe(true);
    expect(signatureCheck(key.verifier)(`\r\n${note.replaceAll('\n', '\r\n')}`)).toBe(true);
  });

  it('is signed by its key, whatever signs base64 has', () => {
    for (let seed = 0; seed < 256; seed += 1) {
      const { origin } = key;
      const one = signingKeyOf(origin, Buffer.alloc(32, seed));
      expect(signatureCheck(one.verifier)(signedNote(head, one))).toBe(true);
    }
  });

  it('is signed by no other key, nor when anything in it was changed', () => {
    expect(signatureCheck(other.verifier)(note)).toBe(false);
    expect(signatureCheck(key.verifier)(note.replace('1200', '1201'))).toBe(false);
    expect(signatureCheck(key.verifier)(note.replace('2026-04', '2026-05'))).toBe(false);
    expect(signatureCheck(key.verifier)(note.replaceAll('log/1', 'log/2'))).toBe(false);
    expect(signatureCheck(key.verifier)(signedNote(head, other))).toBe(false);
    expect(signatureCheck(key.verifier)('')).toBe(false);
    expect(signatureCheck('no key')(note)).toBe(false);
  });

  it('is not read when it is none', () => {
    expect(parseNote('')).toBeNull();
    expect(parseNote(note.replace('1200', 'many'))).toBeNull();
    expect(parseNote(note.replace('2026-04-01T', 'yesterday'))).toBeNull();
  });
});

describe('a key', () => {
  /** Read and found to be signed by Go's golang.org/x/mod/sumdb/note. */
  it('signs as other programs expect it', () => {
    const verifier = 'insuremanager/log/1+a0ba426c+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';
    const signature =
      'oLpCbOnEQjSQ48h9Me8VaajeTAEYDjTPCMGI0Q6ou5pgnH6G8Zt2161+PpvLrODGndaL5tgbe4gAtHsvc5ut7VSOYQ8=';
    expect(key.verifier).toBe(verifier);
    expect(signedNote(head, key)).toBe(
      'insuremanager/log/1\n1200\nPAb5plclr2BSYfY2ZyyWINQJcx2JpFHXRV/pxK4WeCk=\n' +
        `2026-04-01T03:00:00.000Z\n\n— insuremanager/log/1 ${signature}\n`,
    );
  });
});
