/** Parts that begin with a letter or digit can neither climb out of a folder nor hide in it. */
const PART = '[a-z0-9][a-z0-9._-]{0,199}';
const KEY = new RegExp(`^${PART}(/${PART})*$`);

/** What S3 allows. Characters, all of them ASCII. */
const LONGEST_KEY = 1024;

/**
 * The key, when it is one that every store takes: lower-case letters, digits, `-`, `_`, `.` in parts
 * separated by `/`, each beginning with a letter or digit. @throws for any other, which is a defect.
 */
export function checkedKey(key: string): string {
  if (key.length > LONGEST_KEY || !KEY.test(key))
    throw new Error(`Not a key for files: ${JSON.stringify(key)}`);
  return key;
}

/** The beginning of keys, which may end within a part. @throws for what begins no key. */
export function checkedPrefix(prefix: string): string {
  if (prefix !== '') checkedKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
  return prefix;
}
