/** What stands for itself in a quoted string of every browser; all else becomes `_`. */
const NOT_PLAIN = /[^A-Za-z0-9 ._()-]+/g;
/** `encodeURIComponent` leaves these, which a header's value may not hold (RFC 8187). */
const LEFT_OVER = /['()*!]/g;

/**
 * `attachment; filename="KYC _.pdf"; filename*=UTF-8''KYC%20…`: the name in any script for those
 * who read it, and plain letters for the others (RFC 6266). Nothing in a name ends the header.
 */
export function contentDisposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/\p{M}/gu, '').replace(NOT_PLAIN, '_');
  const wellFormed = fileName.replace(/\p{Cs}/gu, '\ufffd');
  const encoded = encodeURIComponent(wellFormed).replace(
    LEFT_OVER,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
